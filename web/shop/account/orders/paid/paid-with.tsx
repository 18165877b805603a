import { useLingui } from '@lingui/react/macro';
import type { Tender } from '#contract/account.ts';
import { priceText } from '#contract/rules/money/money.ts';
import { classes } from '#web/ui/classes.ts';
import { Price } from '#web/ui/price.tsx';
import { useAudView } from '../../../session/session.ts';

export function PaidWith({ tenders, className }: { tenders: readonly Tender[]; className?: string }) {
  const { t } = useLingui();
  const aud = useAudView();
  if (!tenders.some(({ kind }) => kind === 'gift_card')) return null;
  return (
    <dl className={classes('space-y-1.5', className)}>
      {tenders.map(({ kind, last4: digits, amount }) => {
        const last4 = digits ?? '';
        return (
          <div
            key={`${kind} ${last4} ${amount}`}
            data-tender={kind}
            className="flex flex-wrap items-baseline justify-between gap-x-4"
          >
            <dt className="text-15 text-muted">
              {kind === 'gift_card' ? t`Gift card ending ${last4}` : t`Payment card`}
            </dt>
            <dd>
              <Price text={`${kind === 'gift_card' ? '-' : ''}${priceText(amount, aud)}`} size="small" />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
