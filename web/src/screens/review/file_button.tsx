// A file of solves: chosen with a button, or dropped on the page.
import { useRef, useState } from "preact/hooks";
import { useDrop } from "../../components/file_drop";
import { strings } from "../../i18n";

/** The maximum size of a file in bytes: the server reads no longer text, and the address of the page holds it. */
const MAX_BYTES = 256 * 1024;

export function FileButton({ onText }: { onText: (text: string) => void }) {
  const { review: text } = strings.value;
  const chooser = useRef<HTMLInputElement>(null);
  const [note, setNote] = useState("");
  const take = async (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    if (file.size > MAX_BYTES) {
      setNote(text.fileTooLarge(file.name, MAX_BYTES / 1024));
      return;
    }
    setNote(files.length > 1 ? text.oneFile(file.name) : "");
    onText(await file.text());
  };
  const isOver = useDrop((files) => void take([...files]));
  return (
    <>
      <button type="button" onClick={() => chooser.current?.click()}>
        {text.file}
      </button>
      <span class="quiet" role="status">
        {isOver ? text.dropHere : note}
      </span>
      <input
        ref={chooser}
        type="file"
        accept=".txt,.csv,.tsv,.json,.jsonl,text/*"
        hidden
        onChange={(event) => {
          void take([...(event.currentTarget.files ?? [])]);
          // The same file may be chosen again.
          event.currentTarget.value = "";
        }}
      />
    </>
  );
}
