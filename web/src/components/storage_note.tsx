// A note while the browser's storage is too full to keep choices.
import { strings } from "../i18n";
import { isStorageFull } from "../state/storage";

export function StorageNote() {
  const { common } = strings.value;
  if (!isStorageFull.value) return null;
  return (
    <p class="problem timer-aside" role="alert">
      {common.storageFull}
    </p>
  );
}
