// Whether goals tell the pieces of the top layer apart.

/** Terms for certain pieces of the top layer, and masks. A place after `at`, such as `DFR at LUF`, is none. */
const TELLS_TOP_APART = /\?|[URFDLB]{9}|(?<!\bat\s+)\b(?=[FRBLD]*U)[URFDLB]{2,3}\b|\b(?:cp|ep|solved)\b/i;

/** Returns whether goals tell pieces of the top layer apart, rather than only whether they are oriented. */
export const tellsTopApart = (goals: string): boolean => TELLS_TOP_APART.test(goals);
