// The three kinds of practice: stages of an exact difficulty, cases, and whole solves on a smart cube.
import { practice } from "../i18n/practice";
import { lastAddressOf, screen } from "../state/route";

const PRACTICES = ["train", "drill", "cube"] as const;

/** Links to the kinds of practice, each as it was last shown. */
export function PracticeNav() {
  const { nav } = practice.value;
  return (
    <nav class="views timer-aside" aria-label={nav.label}>
      {PRACTICES.map((name) => (
        <a key={name} href={lastAddressOf(name)} aria-current={name === screen.value ? "page" : undefined}>
          {nav[name]}
        </a>
      ))}
    </nav>
  );
}
