// The last layer to click together: which stickers have the top colour (OLL), or which colours the sides show (PLL).
import { useArrowKeys } from "../../components/arrow_keys";
import { isOnTop, isOutside, OTHER, SIDE_COLORS, stickerAt, TOP, UNKNOWN, withSticker, type SideLetter } from "../../components/cases/last_layer";
import { inkOn } from "../../cube/colors";
import { strings } from "../../i18n";

/** The stickers that clicks go through. */
const CYCLES = { oll: [UNKNOWN, TOP, OTHER], pll: [UNKNOWN, ...(Object.keys(SIDE_COLORS) as SideLetter[])] } as const;

interface Properties {
  set: "oll" | "pll";
  pattern: string;
  onChange: (pattern: string) => void;
}

export function LayerFinder({ set, pattern, onChange }: Properties) {
  const { cases: text, common } = strings.value;
  const cycle: readonly string[] = CYCLES[set];
  const nameOf = (sticker: string): string => {
    if (sticker === UNKNOWN) return text.unknown;
    if (sticker === TOP) return common.colors.yellow;
    if (sticker === OTHER) return text.notYellow;
    return common.colors[SIDE_COLORS[sticker as SideLetter]];
  };
  const signOf = (sticker: string): string => {
    if (sticker === OTHER) return "";
    if (sticker === TOP) return common.letters.yellow;
    return sticker === UNKNOWN ? "?" : common.letters[SIDE_COLORS[sticker as SideLetter]];
  };
  const { onKeyDown, stop } = useArrowKeys(1);
  const cells = Array.from({ length: 25 }, (_, index) => [Math.floor(index / 5), index % 5] as const);
  return (
    <div class="cases-layer" role="group" aria-label={text.finder[set].title} onKeyDown={onKeyDown}>
      {cells.map(([row, column]) => {
        if (isOutside(row, column)) return <span key={`${row}${column}`} />;
        const sticker = stickerAt(pattern, row, column);
        const isTop = isOnTop(row, column);
        const color = sticker === TOP ? "yellow" : SIDE_COLORS[sticker as SideLetter];
        const look = {
          class: sticker === UNKNOWN ? "paint cases-cell unknown" : "paint cases-cell",
          style: color === undefined ? (sticker === OTHER ? { "--cell": "var(--cube-grey)" } : undefined) : { "--cell": `var(--cube-${color})`, "--ink": inkOn(color) },
        };
        const isFixed = isTop && (set === "pll" || (row === 2 && column === 2));
        const sign = <span aria-hidden="true">{signOf(sticker)}</span>;
        if (isFixed) {
          return (
            <span key={`${row}${column}`} {...look}>
              {sign}
            </span>
          );
        }
        const next = cycle[(cycle.indexOf(sticker) + 1) % cycle.length] ?? UNKNOWN;
        const place = text.place(row, column);
        return (
          <button
            key={`${row}${column}`}
            type="button"
            {...look}
            aria-label={`${place}: ${nameOf(sticker)}`}
            onClick={() => onChange(withSticker(pattern, row, column, next))}
            {...stop(5 * row + column)}
          >
            {sign}
          </button>
        );
      })}
    </div>
  );
}
