import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SavedCard } from '#contract/checkout.ts';
import { classes } from '#web/ui/classes.ts';
import { BrandMark } from '../../payment-card/brand-mark.tsx';
import { formatCardExpiry } from '../../payment-card/card-number.ts';

export function SavedCardTile({ card, first = false }: { card: SavedCard; first?: boolean }) {
  const { last4 } = card;
  const expiry = formatCardExpiry(card);
  return (
    <span
      className={classes(
        'flex aspect-[1.7] flex-col rounded-card p-[min(1.25rem,5vw)] tabular shadow-float',
        first ? 'bg-accent text-on-accent' : 'border border-line bg-linear-to-br from-surface to-sunken',
      )}
    >
      <span className="flex min-h-7 items-center justify-between gap-3">
        <Chip />
        <BrandMark brand={card.brand} />
      </span>
      <span className="mt-auto flex flex-wrap items-end justify-between gap-x-4 gap-y-1">
        <span className="text-20 font-semibold">
          <Trans>
            <span aria-hidden="true">•••• •••• ••••</span> <span className="sr-only">ending in</span> {last4}
          </Trans>
        </span>
        <span className="text-15">
          <Trans>
            expires <span className="font-semibold">{expiry}</span>
          </Trans>
        </span>
      </span>
    </span>
  );
}

function Chip() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 36 27"
      fill="none"
      stroke="currentColor"
      className="h-7 w-auto shrink-0 opacity-45"
    >
      <rect x="1" y="1" width="34" height="25" rx="5" strokeWidth="1.5" />
      <path d="M1 9.500h11v8H1M35 9.500H24v8h11M12 1v25M24 1v25" strokeWidth="1.5" />
    </svg>
  );
}

export function CardOutline({ children }: { children: ReactNode }) {
  return (
    <span className="grid aspect-[1.7] w-64 max-w-[70vw] place-items-center rounded-card border-2 border-edge border-dashed bg-surface">
      {children}
    </span>
  );
}
