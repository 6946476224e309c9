// A part of a screen that is loaded when it is first shown.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { strings } from "../i18n";
import { LoadFailure } from "./problem";

/** Returns a component that loads another one, and keeps room until that has come. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let loaded: ComponentType<P> | null = null;
  return function Later(props: P) {
    const [state, setState] = useState<{ Shown: ComponentType<P> | null; error?: unknown }>({ Shown: loaded });
    useEffect(() => {
      if (loaded !== null) return;
      load().then(
        (Shown) => setState({ Shown: (loaded = Shown) }),
        (error: unknown) => setState({ Shown: null, error }),
      );
    }, []);
    if ("error" in state) return <LoadFailure error={state.error} />;
    if (state.Shown !== null) return <state.Shown {...props} />;
    return (
      <p class="panel waiting" role="status">
        {strings.value.common.loading}
      </p>
    );
  };
}
