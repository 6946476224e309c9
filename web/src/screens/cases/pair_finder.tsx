// The pair to click together: where the bottom colour of the corner and the front colour of the edge are.
import { useArrowKeys } from "../../components/arrow_keys";
import { ALL_CELLS, BODY, colorsOf, CORNERS, EDGES, outlineOf, VIEW, type Placement } from "../../components/cases/pair";
import { solvedColor } from "../../components/cases/pictures";
import { strings } from "../../i18n";

interface Properties {
  corner: Placement;
  edge: Placement;
  /** Whether some case has the corner and the edge so. */
  isCase: (corner: Placement, edge: Placement) => boolean;
  onChange: (changes: { corner?: string; edge?: string }) => void;
}

export function PairFinder({ corner, edge, isCase, onChange }: Properties) {
  const { cases: text } = strings.value;
  const colors = new Map([...colorsOf(corner), ...colorsOf(edge)]);
  const { onKeyDown, stop } = useArrowKeys(0);
  const sticker = (placement: Placement, isCorner: boolean) => {
    const { tabIndex, onFocus } = stop(isCorner ? CORNERS.indexOf(placement) : CORNERS.length + EDGES.indexOf(placement));
    const isChosen = placement === (isCorner ? corner : edge);
    // The pictures show the edge at fewer places if the corner is in its slot: the last layer is turned so.
    const isPossible = isCorner || isChosen || corner === "" || isCase(corner, placement);
    const choose = () => {
      if (!isCorner) onChange({ edge: isChosen ? "" : placement });
      else if (isChosen || isCase(placement, edge)) onChange({ corner: isChosen ? "" : placement });
      else onChange({ corner: placement, edge: "" });
    };
    const color = colors.get(placement);
    const [position = "", face = ""] = placement.split(" ");
    if (!isPossible) {
      return <polygon key={placement} points={outlineOf(placement)} class="sticker" style={{ fill: color === undefined ? "var(--cube-grey)" : `var(--cube-${color})` }} />;
    }
    return (
      <g
        key={placement}
        class={isChosen ? "chosen" : undefined}
        role="button"
        tabindex={tabIndex}
        onFocus={onFocus}
        aria-pressed={isChosen}
        aria-label={isCorner ? text.cornerAt(position, text.faces[face as keyof typeof text.faces]) : text.edgeAt(position, text.faces[face as keyof typeof text.faces])}
        onClick={choose}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          choose();
        }}
      >
        <polygon points={outlineOf(placement)} class="choice" style={color === undefined ? undefined : { fill: `var(--cube-${color})` }} />
        {color === undefined && <Mark outline={outlineOf(placement)} isCorner={isCorner} />}
      </g>
    );
  };
  return (
    <>
      <svg class="case-picture cases-pair" viewBox={VIEW} role="group" aria-label={text.finder.f2l.title} onKeyDown={onKeyDown}>
        <polygon points={BODY} class="body" />
        {ALL_CELLS.filter((cell) => cell.sticker === null).map(({ outline, face, row, column }) => (
          <polygon key={outline} points={outline} class="sticker" style={{ fill: solvedColor(face, row, column, null) ?? "var(--cube-grey)" }} />
        ))}
        {CORNERS.map((placement) => sticker(placement, true))}
        {EDGES.map((placement) => sticker(placement, false))}
      </svg>
      <p class="quiet stack tight">
        <span>
          <svg viewBox="0 0 12 12" width="12" aria-hidden="true">
            <circle cx="6" cy="6" r="4" class="mark" />
          </svg>{" "}
          {text.cornerKey}
        </span>
        <span>
          <svg viewBox="0 0 12 12" width="12" aria-hidden="true">
            <rect x="2.5" y="2.5" width="7" height="7" class="mark" />
          </svg>{" "}
          {text.edgeKey}
        </span>
      </p>
    </>
  );
}

/** A dot on a sticker of a corner, a square on one of an edge. */
function Mark({ outline, isCorner }: { outline: string; isCorner: boolean }) {
  const points = outline.split(" ").map((point) => point.split(",").map(Number));
  const middle = (axis: 0 | 1) => points.reduce((sum, point) => sum + (point[axis] ?? 0), 0) / points.length;
  const [x, y] = [middle(0), middle(1)];
  return isCorner ? <circle cx={x} cy={y} r="2.6" class="mark" /> : <rect x={x - 2.3} y={y - 2.3} width="4.6" height="4.6" class="mark" />;
}
