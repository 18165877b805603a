import { type ComponentType, lazy, Suspense, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { handleMissingParts } from '#web/shared/offline/code-missing.ts';
import { answerEarlyInput } from '#web/ui/taps/early-input.ts';
import { answerTapOfLatePart } from '#web/ui/taps/early-taps.ts';

const NEVER = new Promise<never>(() => undefined);

/**
 * A component whose code the first view does not wait for: the server draws it, and what it drew stays until the code
 * is there, which answers what was typed and tapped before. Where that does not come the page goes on without it. Later
 * screens show nothing in its place until then.
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
    // Drawn at once where the code is there; one that stands stays the same.
    const [Part] = useState(() => loaded ?? Late);
    return (
      <Suspense>
        <Part {...props} />
        <AnswerEarlyInput />
      </Suspense>
    );
  };
}

const never = (): (() => void) => () => undefined;

/** Only what the server drew can have been typed into before. */
function AnswerEarlyInput() {
  const [drawn] = useState(
    useSyncExternalStore(
      never,
      () => false,
      () => true,
    ),
  );
  // Before the customer's next key: with the change it makes, React would draw the other fields as empty.
  useLayoutEffect(() => {
    if (drawn) void answerEarlyInput().then(answerTapOfLatePart);
  }, [drawn]);
  return null;
}
