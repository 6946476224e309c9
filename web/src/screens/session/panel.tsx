// A part of the screen with a heading.
import type { ComponentChildren } from "preact";

export function Panel({ heading, isWide = false, children }: { heading: string; isWide?: boolean; children: ComponentChildren }) {
  return (
    <section class={`panel stack${isWide ? " whole" : ""}`} aria-label={heading}>
      <h2>{heading}</h2>
      {children}
    </section>
  );
}
