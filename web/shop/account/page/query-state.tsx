import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../errors/not-loaded.tsx';
import { CardsSkeleton } from './cards-skeleton.tsx';

type QueryStateProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'error'> & { refetch: () => Promise<unknown> };
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** What a query brought, its skeleton before, and a way on when it failed (its popup has said why). */
export function QueryState<Data>({ query, waiting = <CardsSkeleton />, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return waiting;
  return <NotLoaded error={query.error} retry={() => void query.refetch()} elsewhere={false} />;
}
