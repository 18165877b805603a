import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NotLoaded } from '../../errors/not-loaded.tsx';
import { CardsSkeleton } from './cards-skeleton.tsx';

type QueryStateProps<Data> = {
  query: Pick<UseQueryResult<Data>, 'data' | 'isPending' | 'error'> & { refetch: () => Promise<unknown> };
  waiting?: ReactNode;
  children: (data: Data) => ReactNode;
};

/** On error, offers to load again without details, because a popup has already reported the error. */
export function QueryState<Data>({ query, waiting = <CardsSkeleton />, children }: QueryStateProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return waiting;
  return <NotLoaded error={query.error} retry={() => void query.refetch()} elsewhere={false} />;
}
