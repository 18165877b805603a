import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { showMobile } from '#contract/rules/mobile.ts';
import { customerQuery } from '../../api/queries.ts';
import { AccountPage } from './account-page.tsx';
import { QueryState } from './query-state.tsx';

/** AC-35, AC-36. */
export default function PersonalDetails() {
  return (
    <AccountPage title="Personal Details">
      <Details />
    </AccountPage>
  );
}

function Details() {
  return (
    <QueryState query={useQuery(customerQuery)} skeletons={1}>
      {({ fullname, email, mobile }) => (
        <dl className="max-w-xl divide-y divide-line rounded-card border border-line bg-surface px-5">
          <Row label="Name">{fullname}</Row>
          <Row label="Email">{email}</Row>
          <Row label="Mobile">
            <span className="tabular">{showMobile(mobile)}</span>
            <span className="block text-13 text-muted">You sign in with this number.</span>
          </Row>
        </dl>
      )}
    </QueryState>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-4">
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="text-17 font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
