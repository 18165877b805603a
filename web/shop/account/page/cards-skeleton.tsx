import { Trans } from '@lingui/react/macro';
import { classes } from '#web/ui/classes.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

export function CardsSkeleton({ count = 2, columns = true }: { count?: number; columns?: boolean }) {
  return (
    <div role="status" className={classes('grid w-full gap-4', columns && 'sm:grid-cols-2')}>
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity.
        <div key={index} className="space-y-2.5 rounded-card border border-line bg-surface p-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-4 w-1/3" />
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      ))}
    </div>
  );
}
