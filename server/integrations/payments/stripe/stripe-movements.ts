import type Stripe from 'stripe';
import { type ProviderMovements, paymentsUnreachable, type Window } from '../port.ts';
import { rejectionError, type StripeClient } from './stripe-client.ts';
import { toProviderRefund } from './stripe-refunds.ts';

/** Stripe's maximum page size. We read at most 10,000 payments and 10,000 refunds. */
const PAGE = 100;
const MAX_PAGES = 100;

/** Stripe's timestamps are in seconds. */
const toSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1_000);

/** Reads payments and refunds, newest first. If one list is truncated, the result starts where both are complete. */
export async function listStripeMovements(client: StripeClient, { from, to }: Window): Promise<ProviderMovements> {
  const created = { gte: toSeconds(from), lt: Math.ceil(to.getTime() / 1_000) };
  const { sdk } = client;
  const intents = await readAll<Stripe.PaymentIntent>(client, (page) => sdk.paymentIntents.list({ created, ...page }));
  const refunds = await readAll<Stripe.Refund>(client, (page) => sdk.refunds.list({ created, ...page }));
  const since = Math.max(created.gte, intents.since, refunds.since);
  return {
    from: new Date(Math.max(from.getTime(), since * 1_000)),
    payments: intents.all
      .filter(({ status, created }) => status === 'succeeded' && created >= since)
      .map(({ id, amount_received, metadata }) => ({
        paymentId: id,
        receivedCents: amount_received,
        key: metadata.attempt ?? null,
      })),
    refunds: refunds.all
      .filter(({ created }) => created >= since)
      .map((refund) => ({ ...toProviderRefund(refund), createdAt: new Date(refund.created * 1_000) })),
  };
}

type Page = { limit: number; starting_after?: string };

/** `since`: the Unix time in seconds from which the list is complete. */
async function readAll<Row extends { id: string; created: number }>(
  client: StripeClient,
  list: (page: Page) => Promise<Stripe.ApiList<Row>>,
): Promise<{ all: Row[]; since: number }> {
  const all: Row[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const last = all.at(-1);
    const next = { limit: PAGE, ...(last ? { starting_after: last.id } : {}) };
    const answer = await client.ask<Stripe.ApiList<Row>>('list', () => list(next));
    if (!answer.ok) throw paymentsUnreachable(rejectionError(answer.error));
    const { data, has_more: hasMore } = answer.value;
    all.push(...data);
    if (!hasMore || data.length === 0) return { all, since: 0 };
  }
  return { all, since: (all.at(-1)?.created ?? 0) + 1 };
}
