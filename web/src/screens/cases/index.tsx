// The screen Cases.
import { strings } from "../../i18n";

export function Cases() {
  return <h1>{strings.value.cases.heading}</h1>;
}
