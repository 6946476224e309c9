// The screen Analyze.
import { strings } from "../../i18n";

export function Analyze() {
  return <h1>{strings.value.analyze.heading}</h1>;
}
