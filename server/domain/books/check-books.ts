import type { Context } from '#server/context.ts';
import { isPaymentsError } from '#server/integrations/payments/port.ts';
import type { Difference } from './book-checks-store.ts';
import {
  accountDifferences,
  counterGstDifferences,
  orderGstDifferences,
  redemptionDifferences,
  refundGstDifference,
  saleGstDifference,
} from './difference-rules.ts';
import { listWrongCounterGst, listWrongOrderGst, listWrongRefundGst, listWrongSaleGst } from './gst-check-store.ts';
import { findNextRange, listWrongAccounts, listWrongRedemptions } from './ledger-check-store.ts';
import { listShopPayments, listShopRefunds } from './provider-check-store.ts';
import { type Comparison, compareWithProvider } from './provider-rules.ts';

const DAY_MS = 86_400_000;

/** `provider`: null if the payment provider did not respond. */
export type BookCheck = {
  cards: number;
  orders: number;
  provider: (Comparison & { from: Date }) | null;
  error: unknown;
  differences: Difference[];
};

/**
 * Recomputes gift card balances and GST, and compares the payments of the last `days` days with the provider's records.
 * Read-only.
 */
export async function checkBooks(context: Context, { days }: { days: number }): Promise<BookCheck> {
  const { cards, differences: ofCards } = await checkLedger(context);
  const { orders, differences: ofGst } = await checkGst(context);
  const differences = [...ofCards, ...ofGst];
  try {
    const provider = await checkProvider(context, days);
    return { cards, orders, provider, error: null, differences: [...differences, ...provider.differences] };
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    return { cards, orders, provider: null, error, differences };
  }
}

async function checkProvider({ database: { orm }, integrations, clock }: Context, days: number) {
  const { payments } = integrations;
  const now = clock.now();
  const period = { from: new Date(now.getTime() - days * DAY_MS), to: now };
  const providerMovements = await payments.movements(period);
  const window = { account: payments.account, from: providerMovements.from, to: now };
  const [payment, refund] = [providerMovements.payments, providerMovements.refunds];
  const paymentIds = [...payment, ...refund].map(({ paymentId }) => paymentId);
  const shopRecords = {
    payments: await listShopPayments(orm, { ...window, ids: paymentIds, keys: collectKeys(payment) }),
    refunds: await listShopRefunds(orm, {
      ...window,
      ids: refund.map(({ refundId }) => refundId),
      keys: collectKeys(refund),
    }),
  };
  return { from: providerMovements.from, ...compareWithProvider({ providerMovements, ...shopRecords, now }) };
}

const collectKeys = (all: readonly { key: string | null }[]): string[] => all.flatMap(({ key }) => key ?? []);

/** Short statements let the embedded database serve customers in between. */
const BATCH_SIZE = 5_000;
const MAX_PER_STATEMENT = 100;

export async function checkLedger({
  database: { orm },
}: Pick<Context, 'database'>): Promise<{ cards: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let [after, cards] = [0, 0];
  while (differences.length < MAX_PER_STATEMENT) {
    const range = await findNextRange(orm, { table: 'gift_cards', after, limit: BATCH_SIZE });
    if (range === null) break;
    differences.push(...(await listWrongAccounts(orm, range)).flatMap(accountDifferences));
    differences.push(...(await listWrongRedemptions(orm, range)).flatMap(redemptionDifferences));
    after = range.last;
    cards += range.count;
  }
  return { cards, differences };
}

async function checkGst({
  database: { orm },
}: Pick<Context, 'database'>): Promise<{ orders: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  let [after, orders] = [0, 0];
  while (differences.length < MAX_PER_STATEMENT) {
    const range = await findNextRange(orm, { table: 'orders', after, limit: BATCH_SIZE });
    if (range === null) break;
    differences.push(...(await listWrongOrderGst(orm, range)).flatMap(orderGstDifferences));
    differences.push(...(await listWrongSaleGst(orm, range)).map(saleGstDifference));
    differences.push(...(await listWrongRefundGst(orm, range)).map(refundGstDifference));
    after = range.last;
    orders += range.count;
  }
  for (let afterCard = 0; differences.length < MAX_PER_STATEMENT; ) {
    const range = await findNextRange(orm, { table: 'gift_cards', after: afterCard, limit: BATCH_SIZE });
    if (range === null) break;
    differences.push(...(await listWrongCounterGst(orm, range)).flatMap(counterGstDifferences));
    afterCard = range.last;
  }
  return { orders, differences };
}
