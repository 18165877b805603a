import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { TILL_UNDO_MS } from '#contract/rules/limits.ts';
import { isApiError, isOffline } from '../../api/api-error.ts';
import type { Answer } from '../../api/call-types.ts';
import { api } from '../../api/client.ts';
import { useDollars } from '../../card/card-facts.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { timeOf, useMessage } from '../take/messages.ts';
import { UndoSheet } from '../take/undo-sheet.tsx';

type Page = Answer<'GET seller/giftcards/redemptions'>;
type Redemption = Page['redemptions'][number];
type DayProps = { offline: boolean; onEnded: () => void; onOffline: () => void };
type TodayProps = DayProps & { bearer: string; seller: string };

/** What was taken of the seller's cards since midnight of this device, here and elsewhere, newest first. */
export function Today({ bearer, seller, offline, onEnded, onOffline }: TodayProps) {
  const { t } = useLingui();
  const message = useMessage();
  const { page, error, load, more } = useDay(bearer, { offline, onEnded, onOffline });
  const [undoing, setUndoing] = useState<Redemption | null>(null);
  return (
    <div className="page flex w-full max-w-[44rem] grow flex-col gap-4 py-5 lg:py-10">
      <h1 className="text-32">
        <Trans>Today</Trans>
      </h1>
      {error !== null && <Notice tone="bad">{message(error)}</Notice>}
      {error !== null && (
        <Button variant="plain" onClick={() => void load()}>
          <Trans>Try again</Trans>
        </Button>
      )}
      {!page && error === null && <Skeleton className="h-64 w-full" />}
      {page && <Totals page={page} seller={seller} />}
      {page?.redemptions.length === 0 && (
        <EmptyState
          picture={<Icon name="card" className="size-16" />}
          title={t`No sales yet today`}
          text={t`Gift-card sales appear here, newest first.`}
        />
      )}
      {page && page.redemptions.length > 0 && (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          {page.redemptions.map((redemption) => (
            <Row key={redemption.redemption} redemption={redemption} onUndo={() => setUndoing(redemption)} />
          ))}
        </ul>
      )}
      {page?.next_cursor && (
        <Button variant="plain" onClick={() => void more()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {undoing && (
        <UndoSheet
          bearer={bearer}
          redemption={undoing.redemption}
          amount={undoing.amount - undoing.reversed}
          onUndone={() => {
            setUndoing(null);
            void load();
          }}
          onClose={() => setUndoing(null)}
        />
      )}
    </div>
  );
}

function useDay(bearer: string, { offline, onEnded, onOffline }: DayProps) {
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<unknown>(null);
  const ask = useCallback(
    async (cursor?: string): Promise<Page | null> => {
      const midnight = new Date();
      midnight.setHours(0, 0, 0, 0);
      const query = { since: midnight.toISOString(), ...(cursor ? { cursor } : {}) };
      setError(null);
      try {
        return await api('GET seller/giftcards/redemptions', { query }, { counter: { bearer }, quiet: true });
      } catch (failed) {
        if (isApiError(failed) && failed.status === 401) onEnded();
        if (isApiError(failed) && failed.kind === 'offline') onOffline();
        // That there is no network is said at the top.
        if (!isOffline(failed)) setError(failed);
        return null;
      }
    },
    [bearer, onEnded, onOffline],
  );
  const load = useCallback(async () => {
    const first = await ask();
    if (first) setPage(first);
  }, [ask]);
  const more = async () => {
    const next = await ask(page?.next_cursor ?? undefined);
    if (next) setPage((before) => ({ ...next, redemptions: [...(before?.redemptions ?? []), ...next.redemptions] }));
  };
  // Once the network is back, by itself.
  useEffect(() => {
    if (!offline) void load();
  }, [load, offline]);
  return { page, error, load, more };
}

function Totals({ page: { totals }, seller }: { page: Page; seller: string }) {
  const { t } = useLingui();
  const dollars = useDollars();
  if (!totals) return null;
  const figures = [
    [t`Redeemed`, dollars(totals.taken)],
    [t`Refunded`, dollars(totals.given_back)],
    [t`Sales`, String(totals.count)],
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

function Row({ redemption, onUndo }: { redemption: Redemption; onUndo: () => void }) {
  const { i18n, t } = useLingui();
  const dollars = useDollars();
  const { last4, amount, reversed, channel, own, card_status, created_at } = redemption;
  const takesBack = card_status !== 'void' && card_status !== 'expired';
  const at = new Date(created_at);
  const time = timeOf(at, i18n.locale);
  const isRecent = Date.now() - at.getTime() < TILL_UNDO_MS;
  const [taken, back] = [dollars(amount), dollars(reversed)];
  const places = { shop: t`in the online shop`, till: t`at the counter`, api: t`by till software` };
  return (
    <li className="flex min-h-[4.25rem] flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2.5 last:border-b-0">
      <p className="min-w-[min(7rem,100%)] flex-1">
        <span className="block font-semibold">{t`Card ${last4}`}</span>
        <span className="block text-15 text-muted">
          <time dateTime={created_at}>{time}</time>
          {` · ${places[channel]}`}
          {reversed > 0 && ` · ${t`${back} refunded`}`}
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
      {isRecent && reversed < amount && own && takesBack && (
        <Button variant="plain" onClick={onUndo} aria-label={t`Undo ${taken} of card ${last4}`}>
          <Trans>Undo</Trans>
        </Button>
      )}
    </li>
  );
}
