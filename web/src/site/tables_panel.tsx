// The foot of the static site: the tables in use, those to make, and newer versions of the page.
import { serverHost } from "../api/transport";
import { SITE } from "../i18n/site";
import { language } from "../state/settings";
import { chooseTables, isQuestionOpen, status, TABLE_SETS, tableSet } from "./client";
import { activate, isUpdated } from "./offline";
import type { TableSet } from "cubiform";

export function TablesPanel() {
  const text = SITE[language.value];
  const { open, building, bytes, notKept } = status.value;
  return (
    <section aria-label={text.heading}>
      <p>
        {serverHost === null ? text.local : text.server(serverHost)} {open.length === 0 ? text.noTables : text.open(open.join(", "))}{" "}
        {bytes > 0 && text.memory(Math.round(bytes / 1e6))} {building !== null && <span class="building">{text.building(building)}</span>}
      </p>
      {notKept !== null && <p class="bad">{text.notKept(notKept)}</p>}
      {isQuestionOpen.value && open.length > 2 && (
        <p class="row">
          {text.question}
          <button type="button" onClick={() => chooseTables("medium")}>
            {text.make}
          </button>
          <button type="button" onClick={() => chooseTables("small")}>
            {text.stay}
          </button>
        </p>
      )}
      {isUpdated.value && (
        <p class="row">
          {text.update}
          <button type="button" onClick={activate}>
            {text.load}
          </button>
        </p>
      )}
      <label class="row">
        {text.tables}
        <select value={tableSet.value} onChange={(event) => chooseTables(event.currentTarget.value as TableSet)}>
          {TABLE_SETS.map((set) => (
            <option key={set} value={set}>
              {text.sets[set]}
            </option>
          ))}
        </select>
      </label>
    </section>
  );
}
