// The screen Solve.
import { strings } from "../../i18n";

export function Solve() {
  return <h1>{strings.value.solve.heading}</h1>;
}
