import { readCode } from '#contract/rules/gift-card/card-code.ts';
import type { Context } from '../context.ts';
import { type Reinstated, reinstateValue } from '../gift-cards/ledger/reinstate-value.ts';
import { keyedHash } from '../kernel/secrets.ts';
import { freezeOrThawCards } from '../orders/refunds/freeze-cards.ts';
import { lockSoldCard } from './reinstate-store.ts';

/** `card`: its public id, 'gc_...', or its code as the recipient reads it. */
export type ReinstateInput = { card: string; months: number; operator: string; note: string };
export type ReinstatedCard = Reinstated & { card: string; frozen: boolean };

/**
 * Gives an expired gift card its value back. One whose payment is disputed, or of which the provider warns, is frozen
 * again at once, as it would be had it not expired.
 */
export function reinstateCard(
  { database, clock, secrets }: Pick<Context, 'database' | 'clock' | 'secrets'>,
  { card, ...decision }: ReinstateInput,
): Promise<ReinstatedCard | 'no card' | 'not expired' | 'nothing left'> {
  const code = card.startsWith('gc_') ? null : readCode(card);
  const codeHash = code === null ? null : keyedHash(secrets.key('card-hash'), code);
  return database.transaction(async (tx) => {
    const sold = await lockSoldCard(tx, { publicId: card, codeHash });
    if (!sold) return 'no card';
    const { giftCardId, orderId, publicId } = sold;
    const result = await reinstateValue(tx, { giftCardId, ...decision, now: clock.now() });
    if (typeof result === 'string') return result;
    const frozen = (await freezeOrThawCards(tx, orderId)) === 'frozen';
    return { ...result, card: publicId, frozen };
  });
}
