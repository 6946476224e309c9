// A chart as a figure: the drawing, its caption with the legend, and its numbers as a table.
import type { ComponentChildren } from "preact";
import { strings } from "../../i18n";
import { NumberHeadings } from "../number_headings";
import type { Plot } from "./plot";

/** The signs of series in the legend, with their colours. */
const SIGNS = { bar: ["■", "data"], dot: ["●", "data"], ring: ["○", "text"], line: ["━", "data-other"], second: ["┅", "good"] } as const;

interface Shown {
  plot: Plot;
  /** The name of the drawing. */
  name: string;
  /** The drawing, in SVG. */
  children: ComponentChildren;
  /** Buttons over the drawing. */
  over?: ComponentChildren;
  /** A line between the drawing and the caption. */
  readout?: ComponentChildren;
  /** The text below the drawing; the name unless told. */
  caption?: ComponentChildren;
  legend?: readonly (readonly [keyof typeof SIGNS, string])[];
  /** The headings and the rows of the table, each row begun by its heading. */
  table?: { headings: readonly string[]; rows: readonly (readonly (string | number)[])[] };
}

export function Chart({ plot, name, children, over, readout, caption = name, legend = [], table }: Shown) {
  const { common } = strings.value;
  return (
    <figure class="chart">
      <div class="plot" ref={plot.element}>
        <svg viewBox={`0 0 ${plot.width} ${plot.height}`} role="img" aria-label={name}>
          {children}
        </svg>
        {over}
      </div>
      {readout}
      <figcaption>
        {caption}
        <span class="row">
          {legend.map(([sign, text]) => (
            <span key={text}>
              <span aria-hidden="true" style={{ color: `var(--${SIGNS[sign][1]})` }}>
                {SIGNS[sign][0]}
              </span>{" "}
              {text}
            </span>
          ))}
        </span>
      </figcaption>
      {table !== undefined && (
        <details class="no-print">
          <summary>{common.asTable}</summary>
          <div class="wide" tabIndex={0} role="group" aria-label={name}>
            <table aria-label={name}>
              <thead>
                <tr>
                  {/* A heading without a text is none. */}
                  {table.headings[0] === "" && <td />}
                  <NumberHeadings labels={table.headings.filter((heading) => heading !== "")} />
                </tr>
              </thead>
              <tbody>
                {table.rows.map(([heading, ...cells], row) => (
                  <tr key={row}>
                    <th scope="row" class="number">
                      {heading}
                    </th>
                    {cells.map((cell, column) => (
                      <td key={column} class="number">
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      )}
    </figure>
  );
}
