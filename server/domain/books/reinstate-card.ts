import { readCode } from '#contract/rules/gift-card/card-code.ts';
import type { Context } from '#server/context.ts';
import { codeHashes } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import { type Reinstated, reinstateValue } from '#server/domain/gift-cards/ledger/reinstate-value.ts';
import { recordAction } from '#server/domain/operators/record-action.ts';
import { freezeOrThawCards } from '#server/domain/orders/refunds/freeze-cards.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { lockSoldCard } from './reinstate-store.ts';

/** `card`: public id ('gc_...') or printed code. */
export type ReinstateInput = { card: string; months: number; operator: string; note: string; actor: Actor };
export type ReinstatedCard = Reinstated & { card: string; frozen: boolean };

/** Freezes the card if its payment has an open dispute or payment warning. */
export function reinstateCard(
  parts: Pick<Context, 'database' | 'clock' | 'secrets'>,
  { card, actor, ...decision }: ReinstateInput,
): Promise<ReinstatedCard | 'no card' | 'not expired' | 'nothing left'> {
  const { database, clock, secrets } = parts;
  const code = card.startsWith('gc_') ? null : readCode(card);
  const hashes = code === null ? [] : codeHashes(secrets, code);
  return database.transaction(async (tx) => {
    const sold = await lockSoldCard(tx, { publicId: card, codeHashes: hashes });
    if (!sold) return 'no card';
    const { giftCardId, orderId, publicId } = sold;
    const result = await reinstateValue(tx, { giftCardId, ...decision, now: clock.now() });
    if (typeof result === 'string') return result;
    const frozen = (await freezeOrThawCards(tx, orderId)) === 'frozen';
    const { cents, expiresAt } = result;
    const act = { action: 'card.reinstated', subject: `gift card ${publicId}`, reason: decision.note } as const;
    await recordAction({ actor, clock }, tx, { ...act, before: { cents: 0 }, after: { cents, expiresAt, frozen } });
    return { ...result, card: publicId, frozen };
  });
}
