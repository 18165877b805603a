import { endOfDayAfter } from '#contract/rules/gift-card/card-expiry.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { lockCardById } from '../card-locks-store.ts';
import { updateCard } from '../cards-store.ts';
import { expireCard } from './expire-cards.ts';
import { nextEntryStep, sumExpiredCents } from './expiry-store.ts';
import { moveAccounts } from './ledger-store.ts';
import { insertMovement } from './spend-store.ts';
import { cardStatus } from './spend-value.ts';

/** `months`: validity from now, until the end of the last day. */
type Reinstating = { giftCardId: number; months: number; operator: string; note: string; now: Date };
export type Reinstated = { cents: number; expiresAt: Date };

/** 'not expired': spendable, void, or frozen pending a decision. 'nothing left': all value was spent in time. */
export async function reinstateValue(
  tx: Transaction,
  { giftCardId, months, operator, note, now }: Reinstating,
): Promise<Reinstated | 'not expired' | 'nothing left'> {
  const card = await lockCardById(tx, giftCardId);
  if (!card || card.status === 'frozen' || cardStatus(card, now) !== 'expired') return 'not expired';
  // The scheduled job may not have expired the card or its released value yet.
  await expireCard(tx, { card, now });
  const cents = await sumExpiredCents(tx, giftCardId);
  if (cents === 0) return 'nothing left';
  const expiresAt = endOfDayAfter(now, months);
  await updateCard(tx, giftCardId, { expiresAt });
  await moveAccounts(tx, { giftCardIds: [giftCardId], from: ['expired'], to: 'active' });
  const movement = { giftCardId, kind: 'reinstate', postedCents: cents, createdAt: now } as const;
  await insertMovement(tx, { ...movement, step: nextEntryStep('reinstate', giftCardId), operator, operatorNote: note });
  return { cents, expiresAt };
}
