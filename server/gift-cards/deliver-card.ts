import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { withoutValues } from '../http/request-log.ts';
import type { Handed, OutgoingMessage } from '../outside/messages/port.ts';
import { isOutsideFault } from '../outside/service/port.ts';
import * as store from './cards-store.ts';
import { type Claim, claimNext } from './claim-message.ts';
import { cardText, pictureAddress } from './compose-messages.ts';

/** A picture that could not be drawn this often is left out: the text with the link must not wait for ever. */
const PICTURE_TRIES = 3;

/**
 * The job deliver-card: claim -> commit -> send -> record, picture message first, then the text with the link.
 * Each message is handed over once: its claim is a guarded move and its ref is unique. Throws to be retried later; on the
 * last attempt the card ends in 'failed' with the reason, where the buyer and the operator see it.
 */
export async function deliverCard(context: Context, giftCardId: number, attempt: { last: boolean }): Promise<void> {
  const round = await store.roundOf(context.database.orm, giftCardId);
  if (round === null) throw new Error(`There is no card ${giftCardId}.`);
  try {
    for (;;) {
      const claim = await claimNext(context, giftCardId);
      if (claim === 'nothing to do') return;
      if (claim !== 'look again') await handOver(context, claim);
    }
  } catch (error) {
    if (attempt.last) await giveUp(context, { giftCardId, round, error });
    throw error;
  }
}

async function handOver(context: Context, claim: Claim): Promise<void> {
  const outgoing = await composed(context, claim);
  if (outgoing === null) return;
  const { messages } = context.outside;
  const handed = await messages.send(outgoing).catch(async (error: unknown) => {
    context.log.warn({ err: error, ref: outgoing.ref }, 'the carrier did not answer');
    // A carrier that knows our refs can be asked again, and any other where it surely did nothing; else it may have sent
    // what it never answered for.
    const again = messages.idempotent || (isOutsideFault(error) && !error.carriedOut);
    await release(context, { claim, state: again ? 'queued' : 'unknown', error });
    if (again) throw error;
    return null;
  });
  if (handed === null) return;
  await store.moveMessage(context.database.orm, {
    id: claim.message.id,
    from: ['claimed'],
    fields: whatBecame(handed, context.clock.now()),
  });
}

function whatBecame(handed: Handed, now: Date) {
  if (handed.state === 'refused') {
    return { state: 'failed', error: handed.reason, problem: handed.problem ?? ('carrier' as const) };
  }
  const deliveredAt = handed.state === 'delivered' ? now : null;
  return { state: handed.state, providerId: handed.providerId, sentAt: now, deliveredAt, error: null };
}

/** The message ready to go; null when its picture had to be given up. */
async function composed(context: Context, claim: Claim): Promise<OutgoingMessage | null> {
  try {
    return await compose(context, claim);
  } catch (error) {
    const over = claim.message.kind === 'mms' && claim.message.attempts + 1 >= PICTURE_TRIES;
    context.log.error({ err: error, ref: claim.message.ref }, 'a message could not be composed');
    await release(context, { claim, state: over ? 'failed' : 'queued', error });
    if (!over) throw error;
    return null;
  }
}

async function compose(context: Context, { message, facts }: Claim): Promise<OutgoingMessage> {
  const common = { ref: message.ref, to: message.recipient, purpose: 'gift' as const, sender: facts.sellerSender };
  if (message.kind === 'sms') return { ...common, kind: 'sms', text: cardText(context, facts) };
  return { ...common, kind: 'mms', text: '', mediaUrl: await pictureAddress(context, facts) };
}

type Release = { claim: Claim; state: 'queued' | 'failed' | 'unknown'; error: unknown };

async function release(context: Context, { claim, state, error }: Release): Promise<void> {
  const fields = { state, error: withoutValues(String(error)) };
  await store.moveMessage(context.database.orm, { id: claim.message.id, from: ['claimed'], fields });
}

type GivenUp = { giftCardId: number; round: number; error: unknown };

async function giveUp(context: Context, { giftCardId, round, error }: GivenUp): Promise<void> {
  context.log.error({ err: error, giftCardId }, 'a gift card could not be delivered');
  await context.database.transaction((tx: Transaction) =>
    store.failQueuedCard(tx, { giftCardId, round, failure: withoutValues(String(error)) }),
  );
}
