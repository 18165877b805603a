import { Trans } from '@lingui/react/macro';
import { Button } from '#web/ui/button.tsx';

type MoreOrdersProps = { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };

export function MoreOrders({ hasNextPage, isFetchingNextPage, fetchNextPage }: MoreOrdersProps) {
  if (!hasNextPage) return null;
  return (
    <Button variant="plain" className="mt-4" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      <Trans>Show earlier orders</Trans>
    </Button>
  );
}
