// Values that the build puts into the page.

/** The version of the page. */
declare const __VERSION__: string;
