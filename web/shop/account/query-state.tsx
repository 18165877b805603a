import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { CardsSkeleton } from './account-page.tsx';

type QueryStateProps<Data> = { query: UseQueryResult<Data>; skeletons?: number; children: (data: Data) => ReactNode };

/** What a query brought, its skeleton before, and a way on when it failed (its popup has said why). */
export function QueryState<Data>({ query, skeletons, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return <CardsSkeleton {...(skeletons ? { count: skeletons } : {})} />;
  return (
    <EmptyState picture={<Icon name="offline" className="size-16" />} title="This could not be loaded">
      <Button onClick={() => void query.refetch()}>Try again</Button>
    </EmptyState>
  );
}
