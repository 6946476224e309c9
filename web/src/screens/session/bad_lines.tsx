// The lines of a session that could not be read.
import { NumberHeadings } from "../../components/number_headings";
import { strings } from "../../i18n";
import { wordsOf } from "../../i18n/problems";
import { Panel } from "./panel";
import type { BadRow } from "./run";

/** The number of bad lines that are listed. */
const LISTED = 100;

export function BadLines({ bad }: { bad: readonly BadRow[] }) {
  const { session } = strings.value;
  return (
    <Panel heading={session.bad}>
      <table class="session-bad">
        <thead>
          <tr>
            <NumberHeadings labels={[session.line, session.columnOf]} />
            <th scope="col">{session.reason}</th>
          </tr>
        </thead>
        <tbody>
          {bad.slice(0, LISTED).map(({ id, line, column, error, values }) => (
            <tr key={`${id} ${line}`}>
              <td class="number">{line}</td>
              <td class="number">{column}</td>
              <td>{wordsOf({ code: "unreadable-cube", detail: error, values }, strings.value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {bad.length > LISTED && <p class="quiet">{session.first(LISTED, bad.length)}</p>}
    </Panel>
  );
}
