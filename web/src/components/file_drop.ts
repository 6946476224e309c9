// Files that are dropped on the page.
import { useLayoutEffect, useState } from "preact/hooks";

/** Takes files that are dropped anywhere on the page. Returns whether some are held over it. */
export function useDrop(take: (files: FileList) => void): boolean {
  const [isOver, setOver] = useState(false);
  useLayoutEffect(() => {
    const control = new AbortController();
    const { signal } = control;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Between two elements of the page the event has the one that is entered.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      take(event.dataTransfer.files);
    };
    addEventListener("dragover", over, { signal });
    addEventListener("dragleave", leave, { signal });
    addEventListener("drop", drop, { signal });
    return () => control.abort();
  }, []);
  return isOver;
}
