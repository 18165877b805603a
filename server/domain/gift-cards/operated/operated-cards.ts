import { readCode } from '#contract/rules/gift-card/card-code.ts';
import { MOST_RECIPIENTS } from '#contract/rules/limits.ts';
import type { Context } from '#server/context.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { codeHashes } from '../ledger/card-secrets.ts';
import {
  type CardMovement,
  type CardQuery,
  movementsOf,
  type OperatedCard,
  operatedCards,
} from './operated-cards-store.ts';

export type { CardMovement, OperatedCard };

/** How many gift cards operators see at once. */
const CARDS_A_LIST = 100;

/** What an operator names gift cards by: a code is looked up by its hashes, which need the keys. */
export type NamedCards = Exclude<CardQuery, { codeHashes: readonly string[] }> | { code: string };

/** Reads 'gc_...', a code as it is printed, the id that the log has, or a recipient's mobile; null for anything else. */
export function readNamedCards(text: string): NamedCards | null {
  const named = text.trim();
  if (/^gc_\w+$/i.test(named)) return { publicId: named.toLowerCase() };
  if (/^[1-9]\d{0,8}$/.test(named)) return { id: Number(named) };
  const code = readCode(named);
  if (code !== null) return { code };
  const recipientMobile = readMobile(named);
  return recipientMobile === null ? null : { recipientMobile };
}

type Found = { cards: OperatedCard[]; more: boolean };

/** Gift cards, newest first, without code, PIN or link. `secrets` is called for a code alone. */
export async function findCards(
  { database, secrets }: Pick<Context, 'database'> & { secrets: () => Promise<Context['secrets']> },
  named: NamedCards,
): Promise<Found> {
  const query = 'code' in named ? { codeHashes: codeHashes(await secrets(), named.code) } : named;
  const cards = await operatedCards(database.orm, { query, limit: CARDS_A_LIST + 1 });
  return { cards: cards.slice(0, CARDS_A_LIST), more: cards.length > CARDS_A_LIST };
}

/** The gift cards that were bought by an order, in the order of its lines; at most as many as a cart holds. */
export async function cardsOfOrder({ database }: Pick<Context, 'database'>, orderId: number): Promise<OperatedCard[]> {
  const cards = await operatedCards(database.orm, { query: { orderId }, limit: MOST_RECIPIENTS });
  return cards.toReversed();
}

/** What moved the value of a gift card, oldest first. */
export function cardMovements({ database }: Pick<Context, 'database'>, giftCardId: number): Promise<CardMovement[]> {
  return movementsOf(database.orm, giftCardId);
}
