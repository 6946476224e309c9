// A panel of the summary whose main part is a table.
import type { ComponentChildren } from "preact";
import { strings } from "../../../i18n";

interface Panel {
  id: string;
  title: string;
  /** What follows the table. */
  note?: ComponentChildren;
  /** The head and the body of the table. */
  children: ComponentChildren;
}

/** Returns a title with the method that it is about; undefined for CFOP, whose titles have none. */
export const titleOf = (title: string, method: string | undefined): string =>
  method === undefined ? title : strings.value.review.titleBy(title, method);

export function TablePanel({ id, title, note, children }: Panel) {
  return (
    <section class="panel stack tight" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="wide scroll" tabIndex={0} role="group" aria-labelledby={id}>
        <table>{children}</table>
      </div>
      {note}
    </section>
  );
}
