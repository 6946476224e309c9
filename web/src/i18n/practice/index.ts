// The strings of the practice screens, which are loaded with those screens: timer, timed loop, drill of cases, smart cube.
import { computed } from "@preact/signals";
import { language } from "../../state/settings";
import { en } from "./en";
import { zh } from "./zh";

/** The strings in the language of the page. Reading it in a component subscribes the component to the language. */
export const practice = computed(() => (language.value === "zh" ? zh : en));
