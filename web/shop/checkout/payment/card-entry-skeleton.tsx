import { Trans } from '@lingui/react/macro';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function CardEntrySkeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">
        <Trans>Loading card entry</Trans>
      </span>
      <Skeleton className="h-12 w-full" />
      <div className="flex gap-3">
        <Skeleton className="h-12 grow" />
        <Skeleton className="h-12 grow" />
      </div>
    </div>
  );
}
