import { type ComponentType, lazy, Suspense, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { handleMissingParts } from '#web/shared/offline/code-missing.ts';
import { answerEarlyInput } from '#web/ui/taps/early-input.ts';
import { answerTap } from '#web/ui/taps/early-taps.ts';

const NEVER = new Promise<never>(() => undefined);

/**
 * Loads a component's code after first paint. Until then, server-rendered HTML stays visible, and screens rendered in
 * the browser show nothing.
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => React.JSX.Element {
  let loaded: ComponentType<Props> | undefined;
  const loading = load().then(
    (component) => {
      loaded = component;
      return { default: component };
    },
    () => {
      handleMissingParts();
      return NEVER;
    },
  );
  const Late = lazy(() => loading);
  return (props) => {
    // Chosen once per mount, so that a mounted component is never replaced.
    const [Part] = useState(() => loaded ?? Late);
    return (
      <Suspense>
        <Part {...props} />
        <AnswerEarlyInput />
      </Suspense>
    );
  };
}

const subscribeToNothing = (): (() => void) => () => undefined;

/** Replays early input. Only server-rendered components can have received input before hydration. */
function AnswerEarlyInput() {
  const [drawn] = useState(
    useSyncExternalStore(
      subscribeToNothing,
      () => false,
      () => true,
    ),
  );
  // Replay early input before the next key press, whose render would clear the other fields.
  useLayoutEffect(() => {
    if (drawn) void answerEarlyInput().then(answerTap);
  }, [drawn]);
  return null;
}
