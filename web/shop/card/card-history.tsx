import { Trans, useLingui } from '@lingui/react/macro';
import type { HistoryLine } from '#contract/shapes/card-history.ts';
import { type Card, formatCardDate, formatDollarAmount } from '#web/shared/gift-cards/card-facts.ts';
import { Icon, type IconName } from '#web/ui/icons.tsx';

const FIRST = 6;

const ICONS: Record<HistoryLine['kind'], IconName> = {
  bought: 'gift',
  reserved: 'clock',
  spent: 'cart',
  given_back: 'giveBack',
  refunded: 'giveBack',
  disputed: 'close',
  restored: 'check',
  expired: 'clock',
  corrected: 'edit',
};

type WithHistory = Pick<Card, 'history' | 'balance' | 'state' | 'purchaser_firstname'> & { seller: { name: string } };

export function CardHistory({ card }: { card: WithHistory }) {
  const { history, balance } = card;
  const { i18n } = useLingui();
  const older = history.length - FIRST;
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title" className="text-25">
        <Trans>History</Trans>
      </h2>
      <div className="mt-4 rounded-card border border-line bg-surface px-5 sm:px-7">
        <Lines card={card} lines={history.slice(0, FIRST)} />
        {older > 0 && (
          <details className="border-t border-line">
            <summary className="flex min-h-12 items-center font-semibold text-accent">
              <Trans>Show earlier activity</Trans>
            </summary>
            <Lines card={card} lines={history.slice(FIRST)} />
          </details>
        )}
        {card.state !== 'void' && (
          <p className="flex flex-wrap justify-between gap-x-4 border-t-2 border-line py-4 text-17 font-semibold">
            <Trans>Balance</Trans>
            <span className="whitespace-nowrap tabular">{formatDollarAmount(balance, i18n.locale)} AUD</span>
          </p>
        )}
      </div>
    </section>
  );
}

function Lines({ card, lines }: { card: WithHistory; lines: readonly HistoryLine[] }) {
  const { i18n, t } = useLingui();
  const { purchaser_firstname: giver } = card;
  const { name: seller } = card.seller;
  const words: Record<HistoryLine['kind'], string> = {
    bought: giver === '' ? t`Bought` : t`Bought by ${giver}`,
    reserved: t`Reserved at ${seller}`,
    spent: t`Spent at ${seller}`,
    given_back: t`Refunded by ${seller}`,
    refunded: t`The purchase was refunded`,
    disputed: t`The payment was reversed`,
    restored: t`Back on the card`,
    expired: t`Expired`,
    corrected: t`Corrected by the shop`,
  };
  const places = { shop: t`in the online shop`, counter: t`at the counter` };
  return (
    <ol className="divide-y divide-line">
      {lines.map(({ kind, amount, at, place }) => (
        <li key={`${kind} ${at} ${amount}`} className="flex gap-3 py-3.5">
          <Icon name={ICONS[kind]} className="mt-0.5 size-5 text-muted" />
          <div className="min-w-0 grow">
            <p className="flex flex-wrap justify-between gap-x-4 font-medium">
              <span className="max-w-full grow basis-[8rem] wrap-anywhere">{words[kind]}</span>
              <span className="ml-auto font-semibold whitespace-nowrap tabular">
                {`${amount < 0 ? '−' : '+'}${formatDollarAmount(Math.abs(amount), i18n.locale)}`}
              </span>
            </p>
            <p className="text-13 text-muted">
              {[formatCardDate(at, i18n.locale), ...(place ? [places[place]] : [])].join(' · ')}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}
