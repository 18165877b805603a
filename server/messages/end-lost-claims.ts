import type { Context } from '../context.ts';
import { CLAIM_MS } from '../gift-cards/claim-message.ts';
import * as store from './store.ts';

/**
 * The sweep behind campaign messages whose sender died between claim and answer. With a carrier that knows its refs the message may be
 * sent again; with one that forgets it is 'unknown' and never sent again by itself (docs/decisions/008).
 */
export async function endLostClaims({ database, clock, outside, log }: Context): Promise<void> {
  const { idempotent } = outside.messages;
  const refs = await store.endClaims(database.orm, {
    before: new Date(clock.ms() - CLAIM_MS),
    state: idempotent ? 'failed' : 'unknown',
    error: 'The process ended before the carrier answered.',
  });
  if (refs.length > 0) log.warn({ refs, again: idempotent }, 'campaign messages had lost their sender');
}
