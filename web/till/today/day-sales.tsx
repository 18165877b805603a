import { Trans, useLingui } from '@lingui/react/macro';
import { useCallback, useEffect, useState } from 'react';
import { isApiError, isOffline } from '#web/shared/api/api-error.ts';
import { handleMissingCode } from '#web/shared/offline/code-missing.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { api } from '../calls/api.ts';
import { useMessage } from '../take/messages.ts';
import { UndoSheet } from '../take/undo-sheet.tsx';
import { toDayPeriod, toLocalDay } from './day.ts';
import { type Page, type Redemption, SaleRow, Totals } from './sale-row.tsx';

type AskProps = { bearer: string; day: string | null; offline: boolean; onEnded: () => void; onOffline: () => void };
export type DayProps = AskProps & { seller: string };

/** Lists the day's redemptions from all channels. `day`: null for today. */
export function DaySales({ seller, ...asking }: DayProps) {
  const { bearer, day } = asking;
  const { t } = useLingui();
  const message = useMessage();
  const { page, error, load, loadMore, all } = useDay(asking);
  const [undoing, setUndoing] = useState<Redemption | null>(null);
  const { busy, download } = useDownload(day, all);
  return (
    <>
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
          title={day === null ? t`No sales yet today` : t`No sales on this day`}
          text={day === null ? t`Gift-card sales appear here, newest first.` : ''}
        />
      )}
      {page && page.redemptions.length > 0 && (
        <ul className="overflow-hidden rounded-card border border-line bg-surface">
          {page.redemptions.map((redemption) => (
            <SaleRow key={redemption.redemption} redemption={redemption} onUndo={() => setUndoing(redemption)} />
          ))}
        </ul>
      )}
      {page?.next_cursor && (
        <Button variant="plain" onClick={() => void loadMore()}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {page && page.redemptions.length > 0 && (
        <Button variant="quiet" busy={busy} onClick={() => void download()}>
          <Icon name="down" className="size-5" />
          <Trans>Download this day</Trans>
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
    </>
  );
}

function useDay({ bearer, day, offline, onEnded, onOffline }: AskProps) {
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<unknown>(null);
  const ask = useCallback(
    async (cursor?: string): Promise<Page | null> => {
      const query = { ...toDayPeriod(day), ...(cursor ? { cursor } : {}) };
      setError(null);
      try {
        return await api('GET seller/giftcards/redemptions', { query }, { counter: { bearer }, quiet: true });
      } catch (failed) {
        if (isApiError(failed) && failed.status === 401) onEnded();
        if (isApiError(failed) && failed.kind === 'offline') onOffline();
        if (!isOffline(failed)) setError(failed);
        return null;
      }
    },
    [bearer, day, onEnded, onOffline],
  );
  const load = useCallback(async () => {
    const first = await ask();
    if (first) setPage(first);
  }, [ask]);
  const loadMore = async () => {
    const next = await ask(page?.next_cursor ?? undefined);
    if (next) setPage((before) => ({ ...next, redemptions: [...(before?.redemptions ?? []), ...next.redemptions] }));
  };
  const all = async (): Promise<Redemption[] | null> => {
    const redemptions: Redemption[] = [];
    let cursor: string | undefined;
    do {
      const next = await ask(cursor);
      if (!next) return null;
      redemptions.push(...next.redemptions);
      cursor = next.next_cursor ?? undefined;
    } while (cursor);
    return redemptions;
  };
  useEffect(() => {
    if (!offline) void load();
  }, [load, offline]);
  return { page, error, load, loadMore, all };
}

function useDownload(day: string | null, fetchAll: () => Promise<Redemption[] | null>) {
  const { i18n } = useLingui();
  const [busy, setBusy] = useState(false);
  async function download() {
    setBusy(true);
    const file = await import('./till-file.ts').catch(handleMissingCode);
    const redemptions = await fetchAll();
    if (file && redemptions)
      file.saveFile(`sales-${day ?? toLocalDay(new Date())}.csv`, file.tillFile(i18n, redemptions));
    setBusy(false);
  }
  return { busy, download };
}
