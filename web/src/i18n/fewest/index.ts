// The strings of the screen Fewest moves, which are loaded with it.
import { computed } from "@preact/signals";
import { language } from "../../state/settings";
import { en } from "./en";
import { zh } from "./zh";

/** The strings in the language of the page. Reading it in a component subscribes the component to it. */
export const fewest = computed(() => (language.value === "zh" ? zh : en));
