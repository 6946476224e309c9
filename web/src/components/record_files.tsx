// Records as files: export, import, and the deletion of all.
import { useRef, useState } from "preact/hooks";
import { save } from "./file";
import { strings } from "../i18n";
import type { Collection, Kept } from "../state/collection";
import { FileError, toCsv, toJson } from "../state/record_file";

interface Shown<T extends Kept> {
  records: Collection<T>;
  /** The name of an exported file, without its ending. */
  name: string;
  columns: readonly (keyof T & string)[];
  /** Reads a file; throws a `FileError` if it is wrong. */
  read: (text: string) => T[];
}

export function RecordFiles<T extends Kept>({ records, name, columns, read }: Shown<T>) {
  const { train: s } = strings.value;
  const all = records.all.value ?? [];
  const [message, setMessage] = useState("");
  const [problem, setProblem] = useState("");
  const dialog = useRef<HTMLDialogElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const tell = (message: string, problem = "") => {
    setMessage(message);
    setProblem(problem);
  };
  const take = async (file: File) => {
    tell("");
    try {
      const found = read(await file.text());
      const added = await records.addMissing(found);
      tell(s.imported(added, found.length - added));
    } catch (error) {
      tell("", error instanceof FileError ? s.badFile(file.name, error.line, error.reason(s)) : s.notStored(String(error)));
    }
  };
  const erase = async () => {
    dialog.current?.close();
    try {
      await records.removeAll();
      tell(s.deleted);
    } catch (error) {
      tell("", s.notDeleted(String(error)));
    }
  };
  return (
    <div class="stack">
      <div class="row">
        <Download label={s.exportCsv} name={`${name}.csv`} type="text/csv" text={() => toCsv(all, columns)} isOff={all.length === 0} />
        <Download label={s.exportJson} name={`${name}.json`} type="application/json" text={() => toJson(all)} isOff={all.length === 0} />
        <button type="button" onClick={() => input.current?.click()}>
          {s.importFile}
        </button>
        <input
          ref={input}
          class="hidden"
          type="file"
          tabIndex={-1}
          aria-label={s.importFile}
          accept=".csv,.json,text/csv,application/json"
          onChange={(event) => {
            const input = event.currentTarget;
            const [file] = input.files ?? [];
            // The same file may be chosen again after it is mended.
            if (file !== undefined) void take(file).finally(() => (input.value = ""));
          }}
        />
        <button type="button" disabled={all.length === 0} onClick={() => dialog.current?.showModal()}>
          {s.deleteAll}
        </button>
        <span role="status">{message}</span>
      </div>
      {problem !== "" && (
        <div class="problem" role="alert">
          {problem}
        </div>
      )}
      <dialog class="panel" ref={dialog} aria-labelledby="records-sure">
        <p id="records-sure">{s.deleteSure(all.length)}</p>
        <div class="row">
          <button type="button" onClick={() => dialog.current?.close()}>
            {s.keep}
          </button>
          <button type="button" class="bad" onClick={() => void erase()}>
            {s.deleteNow(all.length)}
          </button>
        </div>
      </dialog>
    </div>
  );
}

/** A button that hands over a text as a file. */
function Download({ label, name, type, text, isOff }: { label: string; name: string; type: string; text: () => string; isOff: boolean }) {
  return (
    <button type="button" disabled={isOff} onClick={() => save(name, type, text())}>
      {label}
    </button>
  );
}
