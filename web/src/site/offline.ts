// The service worker, which keeps the files of the page for visits without a network.
import { signal } from "@preact/signals";

/** Whether a newer version of the page is kept and waits for the end of this one. */
export const isUpdated = signal(false);

let waiting: ServiceWorker | null = null;

/** Loads the newer version. */
export function activate(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting?.postMessage("activate");
}

/** Registers the service worker. Without one, as in private windows of some browsers, the page needs the network. */
export async function register(): Promise<void> {
  if (!("serviceWorker" in navigator) || import.meta.env.DEV) return;
  try {
    const registration = await navigator.serviceWorker.register(`${import.meta.env.BASE_URL}service_worker.js`);
    const announce = () => {
      waiting = registration.waiting;
      isUpdated.value = waiting !== null && navigator.serviceWorker.controller !== null;
    };
    announce();
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", announce));
  } catch {
    // The page works all the same.
  }
}
