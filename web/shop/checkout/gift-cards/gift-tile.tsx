import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatCardDate, useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Picture } from '#web/ui/picture.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { GiftRow } from './gift-rows.ts';

type GiftTileProps = {
  row: GiftRow;
  busy: boolean;
  onToggle: () => void;
  onFirst: () => void;
};

export function GiftTile({ row, busy, onToggle, onFirst }: GiftTileProps) {
  const { t } = useLingui();
  const { onCart, canBeFirst, last4 } = row;
  const frozen = row.ownCard?.state === 'frozen' && !onCart;
  const lost = onCart !== null && !onCart.usable;
  return (
    <li tabIndex={-1} className="@container grid content-start outline-none">
      <button
        type="button"
        aria-pressed={onCart !== null}
        aria-disabled={frozen || undefined}
        aria-busy={busy || undefined}
        onClick={frozen || busy ? undefined : onToggle}
        className={classes(
          'relative flex min-h-28 w-full overflow-hidden rounded-card border bg-surface text-left transition-[border-color,box-shadow,scale] duration-150',
          frozen ? 'border-line' : 'shadow-float active:scale-[0.99]',
          onCart && !lost ? 'border-accent ring-1 ring-accent' : 'border-line',
        )}
      >
        <Wrapping row={row} isUnusable={frozen || lost} />
        <span className="flex min-w-0 grow flex-col border-l border-dashed border-edge p-[min(0.875rem,3vw)]">
          <span className="flex items-start justify-between gap-2">
            <span className="min-w-0">
              <span className="block text-15 font-semibold wrap-anywhere">{row.seller}</span>{' '}
              <span className="block text-13 text-muted">
                <Trans>Gift card ending {last4}</Trans>
              </span>
            </span>{' '}
            {!frozen && <Mark state={lost ? 'lost' : onCart ? 'used' : 'offered'} busy={busy} />}
          </span>{' '}
          <span className="mt-auto block pt-2">
            <Worth row={row} frozen={frozen} />
          </span>
        </span>
      </button>
      {canBeFirst && (
        <Button
          variant="quiet"
          aria-label={t`Use this one first: gift card ending ${last4}`}
          className="mt-1 justify-self-start px-3! text-15!"
          onClick={busy ? undefined : onFirst}
        >
          <Trans>Use this one first</Trans>
        </Button>
      )}
    </li>
  );
}

const END = { top: 'top-0', bottom: 'bottom-0' };

function Wrapping({ row: { ownCard }, isUnusable }: { row: GiftRow; isUnusable: boolean }) {
  const look = classes(
    'relative hidden w-26 shrink-0 self-stretch overflow-hidden @2xs:block',
    isUnusable && 'grayscale opacity-70',
  );
  if (ownCard?.template) {
    const { picture, drawing } = ownCard.template;
    return (
      <span aria-hidden="true" className={look} style={{ backgroundColor: picture.ground }}>
        <Picture picture={picture} alt="" sizes="104px" ratio={1.25} className={`absolute inset-x-0 ${END[drawing]}`} />
      </span>
    );
  }
  return (
    <span aria-hidden="true" className={classes(look, 'bg-accent-soft text-accent')}>
      <Icon name="gift" className="absolute top-1/2 left-1/2 size-10 -translate-1/2" />
    </span>
  );
}

const MARKS = {
  offered: { icon: 'plus', look: 'border border-edge text-accent' },
  used: { icon: 'check', look: 'bg-accent text-on-accent' },
  lost: { icon: 'close', look: 'border border-warn text-warn' },
} as const;

function Mark({ state, busy }: { state: keyof typeof MARKS; busy: boolean }) {
  const { icon, look } = MARKS[busy ? 'offered' : state];
  return (
    <span
      aria-hidden="true"
      className={classes('grid size-[28px] shrink-0 place-items-center rounded-full [&>svg]:size-[18px]', look)}
    >
      {busy ? <Spinner /> : <Icon name={icon} />}
    </span>
  );
}

function Worth({ row: { balance, expiresOn, onCart }, frozen }: { row: GiftRow; frozen: boolean }) {
  const { i18n, t } = useLingui();
  const dollars = useDollars();
  const all = dollars(balance);
  if (frozen) return <Words big={all}>{t`Its payment is being checked. It cannot be used meanwhile.`}</Words>;
  if (onCart && !onCart.usable) {
    return (
      <span className="block text-15 font-semibold text-warn">
        <Trans>It can’t be used any more. Tap to remove it.</Trans>
      </span>
    );
  }
  if (!onCart) {
    const day = expiresOn && formatCardDate(expiresOn, i18n.locale);
    return <Words big={all}>{day ? t`Use by ${day}` : t`It does not expire.`}</Words>;
  }
  const used = dollars(onCart.amount);
  const left = dollars(balance - onCart.amount);
  if (onCart.amount === 0) return <Words big={all}>{t`Not needed: everything from this seller is paid.`}</Words>;
  const part = onCart.amount < balance;
  return (
    <>
      <span className="block font-display text-25 leading-tight font-bold tabular">
        {part ? (
          <Trans>
            {used} <span className="text-17 text-muted">of {all}</span>
          </Trans>
        ) : (
          used
        )}
      </span>{' '}
      <span className="block text-13 font-semibold text-accent">
        {part ? t`${left} left on it` : t`Uses all of it`}
      </span>
    </>
  );
}

function Words({ big, children }: { big: string; children: ReactNode }) {
  return (
    <>
      <span className="block font-display text-25 leading-tight font-bold tabular">{big}</span>{' '}
      <span className="block text-13 text-muted">{children}</span>
    </>
  );
}
