import { readCode } from '#contract/rules/gift-card/card-code.ts';
import { MAX_RECIPIENTS } from '#contract/rules/limits.ts';
import type { Context } from '#server/context.ts';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';
import { codeHashes } from '../ledger/card-secrets.ts';
import {
  type CardMovement,
  type CardQuery,
  listMovements,
  listOperatedCards,
  type OperatedCard,
} from './operated-cards-store.ts';

export type { CardMovement, OperatedCard };

const CARDS_A_LIST = 100;

/** A code must be hashed with the shop's keys before it is looked up. */
export type NamedCards = Exclude<CardQuery, { codeHashes: readonly string[] }> | { code: string };

/** Parses 'gc_...', a printed code, a logged id or a recipient's mobile. */
export function readNamedCards(text: string): NamedCards | null {
  const named = text.trim();
  if (/^gc_\w+$/i.test(named)) return { publicId: named.toLowerCase() };
  if (/^[1-9]\d{0,8}$/.test(named)) return { id: Number(named) };
  const code = readCode(named);
  if (code !== null) return { code };
  const recipientMobile = readMobile(named);
  return recipientMobile === null ? null : { recipientMobile };
}

type Found = { cards: OperatedCard[]; hasMore: boolean };

export async function findCards(
  { database, secrets }: Pick<Context, 'database'> & { secrets: () => Promise<Context['secrets']> },
  named: NamedCards,
): Promise<Found> {
  const query = 'code' in named ? { codeHashes: codeHashes(await secrets(), named.code) } : named;
  const cards = await listOperatedCards(database.orm, { query, limit: CARDS_A_LIST + 1 });
  return { cards: cards.slice(0, CARDS_A_LIST), hasMore: cards.length > CARDS_A_LIST };
}

export async function listCardsOfOrder(
  { database }: Pick<Context, 'database'>,
  orderId: number,
): Promise<OperatedCard[]> {
  const cards = await listOperatedCards(database.orm, { query: { orderId }, limit: MAX_RECIPIENTS });
  return cards.toReversed();
}

export function listCardMovements(
  { database }: Pick<Context, 'database'>,
  giftCardId: number,
): Promise<CardMovement[]> {
  return listMovements(database.orm, giftCardId);
}
