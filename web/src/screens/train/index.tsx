// The screen Train.
import { strings } from "../../i18n";

export function Train() {
  return <h1>{strings.value.train.heading}</h1>;
}
