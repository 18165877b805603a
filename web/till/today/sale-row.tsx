import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { TILL_UNDO_MS } from '#contract/rules/limits.ts';
import { toCents, toDollars } from '#contract/rules/money/money.ts';
import type { Answer } from '#web/shared/api/call-types.ts';
import { useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { formatTime } from '../take/messages.ts';

export type Page = Answer<'GET seller/giftcards/redemptions'>;
export type Redemption = Page['redemptions'][number];

export const PLACES: Record<Redemption['channel'], MessageDescriptor> = {
  shop: msg`in the online shop`,
  till: msg`at the counter`,
  api: msg`by till software`,
};

export function Totals({ page: { totals }, seller }: { page: Page; seller: string }) {
  const { t } = useLingui();
  const dollars = useDollars();
  if (!totals) return null;
  // Fully refunded sales are included in neither the sum nor the count.
  const netAmount = toDollars(toCents(totals.taken) - toCents(totals.given_back));
  const figures = [
    [t`Redeemed`, dollars(netAmount)],
    [t`Sales`, String(totals.count)],
    [t`Refunded`, dollars(totals.given_back)],
  ];
  return (
    <div className="rounded-card border border-line bg-surface py-3">
      <p className="px-4 pb-2 text-center text-15 wrap-anywhere text-muted">
        <Trans>All counters and the online shop of {seller}</Trans>
      </p>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,6.5rem),1fr))] gap-y-2">
        {figures.map(([name, figure]) => (
          <div key={name} className="px-2 text-center">
            <dt className="text-13 text-muted">{name}</dt>
            <dd className="font-display text-[clamp(1rem,4.8vw,1.5625rem)] leading-snug font-bold tabular">{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export function SaleRow({ redemption, onUndo }: { redemption: Redemption; onUndo: () => void }) {
  const { i18n, t } = useLingui();
  const dollars = useDollars();
  const { last4, amount, reversed, channel, own: isOwn, card_status, created_at } = redemption;
  const takesBack = card_status !== 'void' && card_status !== 'expired';
  const createdAt = new Date(created_at);
  const time = formatTime(createdAt, i18n.locale);
  const isRecent = Date.now() - createdAt.getTime() < TILL_UNDO_MS;
  const [saleAmount, refundedAmount] = [dollars(amount), dollars(reversed)];
  return (
    <li className="flex min-h-[4.25rem] flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <p className="min-w-[min(7rem,100%)] flex-1">
        <span className="block font-semibold">{t`Card ${last4}`}</span>
        <span className="block text-15 text-muted">
          <time dateTime={created_at}>{time}</time>
          {` · ${i18n._(PLACES[channel])}`}
          {reversed > 0 && ` · ${t`${refundedAmount} refunded`}`}
        </span>
      </p>
      <p
        className={classes(
          'ml-auto font-display text-20 font-bold tabular',
          reversed >= amount && 'text-muted line-through',
        )}
      >
        {dollars(amount)}
      </p>
      {isRecent && reversed < amount && isOwn && takesBack && (
        <Button variant="plain" onClick={onUndo} aria-label={t`Undo ${saleAmount} of card ${last4}`}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </li>
  );
}
