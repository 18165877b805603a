import { and, eq, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import { paymentEvents } from '#server/platform/database/schema/schema.ts';
import type { PaymentAccount } from '#server/platform/kernel/payment-accounts.ts';

type Claim = { account: PaymentAccount; eventId: string; type: string; claim: string; now: Date; staleBefore: Date };
const claimed = z.object({ mine: z.boolean(), settled: z.boolean() });

/** Claims an event unless it is settled, or was claimed since `staleBefore`. */
export async function claimEvent(handle: Handle, event: Claim): Promise<z.output<typeof claimed>> {
  const { account, eventId, type, claim } = event;
  const [now, stale] = [event.now.toISOString(), event.staleBefore.toISOString()];
  const free = sql`payment_events.settled_at is null and (payment_events.claim is null or payment_events.claimed_at < ${stale})`;
  const [answer] = await queryRows(
    handle,
    claimed,
    sql`insert into payment_events (account, event_id, type, received_at, claim, claimed_at)
      values (${account}, ${eventId}, ${type}, ${now}, ${claim}, ${now})
      on conflict (account, event_id) do update set times_received = payment_events.times_received + 1,
        claim = case when ${free} then excluded.claim else payment_events.claim end,
        claimed_at = case when ${free} then excluded.claimed_at else payment_events.claimed_at end
      returning coalesce(claim = ${claim}, false) as mine, settled_at is not null as settled`,
  );
  if (!answer) throw new Error('The upsert of a payment event returned no row.');
  return answer;
}

type EndedClaim = { account: PaymentAccount; eventId: string; claim: string; result: string | null; now: Date };

/**
 * A null `result` leaves the event unsettled until its next delivery. Does nothing if another process has taken over
 * the claim.
 */
export async function endClaim(handle: Handle, { account, eventId, claim, result, now }: EndedClaim): Promise<void> {
  const condition = and(
    eq(paymentEvents.account, account),
    eq(paymentEvents.eventId, eventId),
    eq(paymentEvents.claim, claim),
  );
  await handle
    .update(paymentEvents)
    .set({ claim: null, claimedAt: null, result, settledAt: result === null ? null : now })
    .where(condition);
}

export async function deleteEventsBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(paymentEvents, handle, lt(paymentEvents.receivedAt, before));
}
