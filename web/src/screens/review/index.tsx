// The screen Review.
import { strings } from "../../i18n";

export function Review() {
  return <h1>{strings.value.review.heading}</h1>;
}
