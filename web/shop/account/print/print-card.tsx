import './print-card.css';
import { t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import type { PrintedCard } from '#contract/gift-cards.ts';
import { isApiError } from '#web/shared/api/api-error.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { ACTION_BAR_ROOM, EarlyActionBar } from '#web/ui/action-bar.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { api } from '../../calls/api.ts';
import { CUSTOMER_SCOPE } from '../../queries/query-client.ts';
import { CustomersOnly } from '../../session/guards.tsx';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { openPopup } from '../../state/popups.ts';
import { QueryState } from '../page/query-state.tsx';
import { CardOnPaper } from './card-on-paper.tsx';

const needsCode = (error: unknown): boolean => isApiError(error) && error.code === 'code_required';

/**
 * Returns null if there is no card to print. Leaving the page drops the card from the cache, because it contains the
 * code.
 */
const printedCardQuery = (orderId: string, detailsId: string) =>
  queryOptions({
    queryKey: [CUSTOMER_SCOPE, 'printed-card', orderId, detailsId],
    queryFn: async ({ signal }): Promise<PrintedCard | null> => {
      const query = { order_id: orderId, gift_card_details_id: detailsId };
      try {
        return (await withCode(() => api('GET mobiledigital/printcard', { query }, { signal }))).data ?? null;
      } catch (error) {
        // The server rejects malformed ids with 400.
        if (isApiError(error) && error.status === 400 && !needsCode(error)) return null;
        throw error;
      }
    },
    staleTime: Infinity,
    gcTime: 0,
  });

export default function PrintCardPage() {
  const { t } = useLingui();
  const { id = '' } = useParams();
  const { title } = brand;
  return (
    <div
      className={`page max-w-[64rem] pb-12 sm:pb-16 print:max-w-none print:p-0 ${ACTION_BAR_ROOM} print:after:hidden`}
    >
      <title>{t`Print the card | ${title}`}</title>
      <Link
        prefetch="intent"
        to={`/account/order/${id}`}
        className="-ml-2 inline-flex min-h-12 items-center gap-1 rounded-control px-2 text-15 font-semibold text-accent hover:bg-accent-soft sm:mt-4 print:hidden"
      >
        <Icon name="back" className="size-5" />
        <Trans>Your Order</Trans>
      </Link>
      <h1 className="pt-2 text-32 print:hidden">
        <Trans>A card to hand over</Trans>
      </h1>
      <CustomersOnly waiting={<Waiting />}>
        <Loaded />
      </CustomersOnly>
    </div>
  );
}

function Loaded() {
  const { id = '', detailsId = '' } = useParams();
  const query = useQuery(printedCardQuery(id, detailsId));
  const navigate = useNavigate();
  const unknown = query.data === null;
  const waitsForCode = needsCode(query.error);
  useEffect(() => {
    if (!unknown && !waitsForCode) return;
    if (unknown) openPopup({ kind: 'message', message: translate`This card cannot be printed.` });
    void navigate(`/account/order/${id}`, { replace: true });
  }, [unknown, waitsForCode, id, navigate]);
  return waitsForCode ? (
    <Waiting />
  ) : (
    <QueryState query={query} waiting={<Waiting />}>
      {(card) => card && (card.balance > 0 ? <ReadyToPrint card={card} /> : <Spent />)}
    </QueryState>
  );
}

function ReadyToPrint({ card }: { card: PrintedCard }) {
  const paper = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);
  async function print(): Promise<void> {
    if (busy) return;
    setBusy(true);
    // Pictures that have not loaded would be missing on paper; failed pictures must not block printing.
    const pictures = [...(paper.current?.querySelectorAll('img') ?? [])];
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    setBusy(false);
    globalThis.print();
  }
  return (
    <>
      {/* `contents` lets the action bar stick to the whole page on phones. */}
      <div className="contents sm:flex sm:items-end sm:justify-between sm:gap-8 print:hidden">
        <div className="mt-2 max-w-2xl space-y-3">
          <p className="text-17">
            <Trans>
              Print it on A5, A4 or Letter paper and fold it at the marks: the picture is the front, the code is on the
              back, and inside is room for words of your own. On larger paper, fold the empty part away first.
            </Trans>
          </p>
          <p className="flex gap-2 text-15 text-muted">
            <Icon name="shield" className="size-5" />
            <span>
              <Trans>
                Anyone who has the code can spend the card. Printing it does not count as opening it. If you correct its
                number later, it gets a new code and the printed one stops working.
              </Trans>
            </span>
          </p>
        </div>
        <EarlyActionBar>
          <Button busy={busy} onClick={() => void print()}>
            <Icon name="print" className="size-5" />
            <Trans>Print</Trans>
          </Button>
        </EarlyActionBar>
      </div>
      <div ref={paper} className="mt-6 print:mt-0">
        <CardOnPaper card={card} />
      </div>
    </>
  );
}

function Spent() {
  return (
    <Notice tone="warn" className="mt-4">
      <Trans>This gift card has been used up. There is nothing to print.</Trans>
    </Notice>
  );
}

function Waiting() {
  return (
    <div role="status" className="print:hidden">
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
      <Skeleton className="mt-3 h-5 w-full" />
      <Skeleton className="mt-2 h-5 w-2/3" />
      <div className="mt-8 grid gap-6 lg:grid-cols-2 lg:gap-0">
        <Skeleton className="aspect-[105/139] w-full rounded-card" />
        <Skeleton className="aspect-[105/139] w-full rounded-card" />
      </div>
    </div>
  );
}
