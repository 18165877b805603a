import type { AnswerOf } from '#contract/calls.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import type { Counter } from '#server/platform/http/principal.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import { findRedemptionId, listRedemptionsInPeriod, sumRedemptions } from '../ledger/spend-store.ts';
import { cardStatus } from '../ledger/spend-value.ts';

const PAGE = 50;

type Page = {
  counter: Pick<Counter, 'keyId' | 'sellerId'>;
  cursor: string | undefined;
  since: string | undefined;
  until: string | undefined;
};

/**
 * Lists redemptions newest first, from `since` until before `until`. With `since`, adds totals over all pages.
 * `cursor`: the last redemption of the previous page.
 */
export async function listRedemptions(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  { counter: { keyId, sellerId }, cursor, since, until }: Page,
): Promise<Result<AnswerOf<'GET seller/giftcards/redemptions'>>> {
  const before = cursor === undefined ? null : await findRedemptionId(database.orm, { publicId: cursor, sellerId });
  if (cursor !== undefined && before === null) return appError('invalid_value', { fieldName: 'cursor', value: cursor });
  const period = { since: parseInstant(since), until: parseInstant(until) };
  const page = await listRedemptionsInPeriod(database.orm, { sellerId, before, ...period, limit: PAGE + 1 });
  const now = clock.now();
  const redemptions = page.slice(0, PAGE).map(({ redemption, card, last4, ...account }) => ({
    redemption: redemption.publicId,
    card,
    last4,
    amount: toDollars(redemption.amountCents),
    reversed: toDollars(redemption.reversedCents),
    currency: 'AUD' as const,
    card_status: cardStatus(account, now),
    channel: redemption.channel,
    own: redemption.counterKeyId === keyId,
    reference: redemption.reference,
    created_at: redemption.createdAt.toISOString(),
  }));
  const next = page.length > PAGE ? (redemptions.at(-1)?.redemption ?? null) : null;
  if (period.since === null) return { redemptions, next_cursor: next };
  const { takenCents, givenBackCents, count } = await sumRedemptions(database.orm, { sellerId, ...period });
  const totals = { taken: toDollars(takenCents), given_back: toDollars(givenBackCents), count };
  return { redemptions, next_cursor: next, totals };
}

/** Clamps to 1970, because the database rejects year 0 and no redemption is older. */
function parseInstant(instant: string | undefined): Date | null {
  return instant === undefined ? null : new Date(Math.max(0, Date.parse(instant)));
}
