// The cells of a table as one stop of Tab: arrow keys lead from one to the next.

/** Moves the focus between cells with the arrow keys. */
export function moveFocus(event: KeyboardEvent): void {
  const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  const step = steps[event.key];
  const cell = (event.target as Element).closest("td");
  if (step === undefined || cell === null) return;
  const rows = cell.closest("tbody")!.rows;
  const row = rows[(cell.parentElement as HTMLTableRowElement).sectionRowIndex + step[0]];
  const next = row?.cells[cell.cellIndex + step[1]]?.querySelector("button");
  if (next) {
    event.preventDefault();
    next.focus();
  }
}
