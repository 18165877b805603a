import { type ComponentType, lazy, Suspense } from 'react';
import { handleMissingParts } from '../offline/code-missing.ts';

const NEVER = new Promise<never>(() => undefined);

/**
 * A component whose code the first view does not wait for: the server draws it, and what it drew stays until the code
 * is there. Where that does not come the page goes on without it. Later screens show nothing in its place until then.
 */
export function lateComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => React.JSX.Element {
  const Late = lazy(() =>
    load().then(
      (component) => ({ default: component }),
      () => {
        handleMissingParts();
        return NEVER;
      },
    ),
  );
  return (props) => (
    <Suspense>
      <Late {...props} />
    </Suspense>
  );
}
