// How much of the engine is loaded, on a first visit.
import { SITE } from "../i18n/site";
import { language } from "../state/settings";
import { status } from "./client";

export function Loading() {
  const { loading } = status.value;
  if (loading === null) return null;
  const share = loading.total === 0 ? 0 : loading.done / loading.total;
  const text = SITE[language.value].loading(Math.floor(100 * share));
  return (
    <label class="row panel" style={{ position: "fixed", inset: "auto 0 0", "z-index": 2 }}>
      {text} <progress value={share} />
    </label>
  );
}
