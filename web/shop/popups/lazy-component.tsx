import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { handleMissingParts } from '#web/shared/offline/code-missing.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

/**
 * Replaces React's lazy(), which would show its fallback for 300 ms. If loading fails, the page reloads once it is
 * online.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { waiting = <Waiting /> }: { waiting?: ReactNode } = {},
): LazyPart<Props> {
  const code: Code<Props> = { load, loaded: null, waiting };
  return Object.assign((props: Props) => <LazyComponent code={code} props={props} />, {
    load: () => fetchCode(code).then(() => undefined),
  });
}

export type LazyPart<Props> = ComponentType<Props> & { load: () => Promise<void> };

type Code<Props> = {
  waiting: ReactNode;
  load: () => Promise<ComponentType<Props>>;
  loaded: ComponentType<Props> | null;
};

async function fetchCode<Props>(code: Code<Props>): Promise<ComponentType<Props>> {
  code.loaded ??= await code.load();
  return code.loaded;
}

function LazyComponent<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  const [Content, show] = useState(() => code.loaded);
  useEffect(() => {
    if (code.loaded) return;
    fetchCode(code).then((component) => show(() => component), handleMissingParts);
  }, [code]);
  return Content ? <Content {...props} /> : code.waiting;
}

function Waiting() {
  return (
    <div aria-busy="true" className="space-y-4">
      <Skeleton className="h-7 w-2/3" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}
