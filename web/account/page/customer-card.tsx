import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { brand } from '../../brand/brand.ts';
import { Logo } from '../../brand/logo.tsx';
import { classes } from '../../ui/classes.ts';

export const customerCard = 'relative flex min-h-56 flex-col overflow-hidden rounded-card p-6';

type CustomerCardProps = { name: ReactNode; label: ReactNode; children: ReactNode; className?: string };

/** A customer, as a card in the shop's own colour: the name, and below it one more fact under its `label`. */
export function CustomerCard({ name, label, children, className }: CustomerCardProps) {
  return (
    <div className={classes(customerCard, 'bg-accent text-on-accent shadow-float', className)}>
      <Logo className="absolute -right-8 -bottom-10 size-52! rotate-[-12deg] fill-current! opacity-15" />
      <p className="relative font-display text-17 font-bold tracking-tight">{brand.title}</p>
      <dl className="relative mt-auto space-y-2 pt-8">
        <div>
          <dt className="text-13">
            <Trans>Name</Trans>
          </dt>
          <dd className="font-display text-25 leading-tight font-bold wrap-anywhere">{name}</dd>
        </div>
        <div>
          <dt className="text-13">{label}</dt>
          <dd className="text-17 font-semibold tabular">{children}</dd>
        </div>
      </dl>
    </div>
  );
}
