import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Customer } from '#contract/shapes/customer.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { lazyComponent } from '../../popups/lazy-component.tsx';
import { customerQuery } from '../../queries/customer.ts';

const ProofSheet = lazyComponent(() => import('./proof-sheet.tsx').then((file) => file.ProofSheet));

export function ProveAccount() {
  const { data: customer } = useQuery(customerQuery);
  return (
    <Hidden customer={customer} className="mb-6" title={<Trans>Is this still your account?</Trans>}>
      <Trans>
        You were last here more than 90 days ago, and phone numbers get new owners. Orders, addresses and saved cards
        stay hidden until your email is confirmed.
      </Trans>
    </Hidden>
  );
}

export function ProveAtCheckout({ customer }: { customer: Customer }) {
  return (
    <Hidden atCheckout customer={customer} title={<Trans>Your saved addresses and cards are hidden</Trans>}>
      <Trans>
        You were last here more than 90 days ago, and phone numbers get new owners. Confirm your email to use them, or
        enter new ones below. Your order is kept.
      </Trans>
    </Hidden>
  );
}

type HiddenProps = {
  customer: Customer | undefined;
  title: ReactNode;
  children: ReactNode;
  atCheckout?: boolean;
  className?: string;
};

function Hidden({ customer, title, children, atCheckout = false, className }: HiddenProps) {
  const [asking, ask] = useState(false);
  if (!customer?.unproved) return null;
  return (
    <>
      <Notice {...(className ? { className } : {})}>
        <p className="font-semibold">{title}</p>
        <p className="mt-1">{children}</p>
        <Button variant="plain" className="mt-3" aria-haspopup="dialog" onClick={() => ask(true)}>
          <Trans>Show what is hidden</Trans>
        </Button>
      </Notice>
      {asking && (
        <Sheet onClose={() => ask(false)}>
          <ProofSheet email={customer.email} atCheckout={atCheckout} onClose={() => ask(false)} />
        </Sheet>
      )}
    </>
  );
}
