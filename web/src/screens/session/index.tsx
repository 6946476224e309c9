// The screen Session.
import { strings } from "../../i18n";

export function Session() {
  return <h1>{strings.value.session.heading}</h1>;
}
