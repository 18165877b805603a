import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { customerQuery } from '../../queries/customer.ts';

export function EmptyUnlessHidden({ children }: { children: ReactNode }) {
  const { data: customer } = useQuery(customerQuery);
  if (!customer?.unproved) return children;
  return (
    <p className="text-17 text-muted">
      <Trans>Hidden until your email is confirmed</Trans>
    </p>
  );
}
