import type { AnswerOf } from '#contract/calls.ts';
import { TILL_UNDO_MS } from '#contract/rules/limits.ts';
import { toCents, toDollars } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { type AuditEvent, recordAction } from '#server/domain/operators/record-action.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type Idempotency, runIdempotently } from '#server/platform/http/idempotency.ts';
import { type Counter, toCounterActor } from '#server/platform/http/principal.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { lockHold, lockRedemption } from '../card-locks-store.ts';
import * as ledger from '../ledger/spend-value.ts';
import { lockShownCard } from '../spend/lock-shown-card.ts';

const HELD_FOR_MS = 15 * 60_000;

type Shown = { code: string; pin?: string | undefined };
type Sent<Input> = { counter: Counter; idempotency: Idempotency | null; input: Input };
type Redeemed = AnswerOf<'POST seller/giftcards/redeem'>;

export function checkCard(
  context: Context,
  { counter, input }: Omit<Sent<Shown>, 'idempotency'>,
): Promise<Result<AnswerOf<'POST seller/giftcards/check'>>> {
  return context.database.transaction(async (tx) => {
    const card = await lockShown(context, tx, { counter, shown: input });
    if (isAppError(card)) return card;
    return {
      card: card.publicId,
      last4: card.codeLast4,
      balance: toDollars(card.availableCents),
      currency: 'AUD' as const,
      expires_on: card.expiresAt?.toISOString() ?? null,
      status: ledger.cardStatus(card, context.clock.now()),
    };
  });
}

type Authorising = Shown & { amount: number; allow_partial: boolean; reference: string };

export function authorise(
  context: Context,
  { counter, idempotency, input }: Sent<Authorising>,
): Promise<Result<AnswerOf<'POST seller/giftcards/authorise'>>> {
  return runIdempotently<Result<AnswerOf<'POST seller/giftcards/authorise'>>>(context, idempotency, async (tx) => {
    const card = await lockShown(context, tx, { counter, shown: input });
    if (isAppError(card)) return card;
    const now = context.clock.now();
    const requestedCents = toCents(input.amount);
    const cents =
      input.allow_partial && card.availableCents > 0 ? Math.min(requestedCents, card.availableCents) : requestedCents;
    const reason = ledger.checkSpendable(card, { cents, now });
    if (reason) return reason;
    const expiresAt = new Date(now.getTime() + HELD_FOR_MS);
    const holding = { card, cents, reference: input.reference, expiresAt, now, place: toPlace(counter) };
    const { hold, availableCents } = await ledger.holdValue(tx, holding);
    await record(context, tx, { counter, event: 'card.held', subject: `hold ${hold.publicId}`, after: { cents } });
    const amounts = { amount: toDollars(cents), balance: toDollars(availableCents) };
    return { hold: hold.publicId, ...amounts, expires_at: expiresAt.toISOString() };
  });
}

type OfHold<Input> = Sent<Input & { hold: string }>;

export function capture(
  context: Context,
  { counter, idempotency, input }: OfHold<{ amount?: number | undefined }>,
): Promise<Result<Redeemed>> {
  return runIdempotently<Result<Redeemed>>(context, idempotency, async (tx) => {
    const locked = await lockLiveHold(context, tx, { counter, publicId: input.hold });
    if (isAppError(locked)) return locked;
    const { card, hold, now } = locked;
    if (card.status === 'frozen') return appError('gift_card_frozen');
    const cents = input.amount === undefined ? hold.amountCents : toCents(input.amount);
    if (cents > hold.amountCents) return ledger.overBalanceError(hold.amountCents);
    const sale = { place: toPlace(counter) };
    const captured = await ledger.captureHold(context, tx, { card, hold, cents, now, sale });
    await record(context, tx, {
      counter,
      event: 'hold.captured',
      subject: `hold ${hold.publicId}`,
      before: { cents: hold.amountCents },
      after: { cents, redemption: captured.redemption.publicId },
    });
    return redeemedView(captured);
  });
}

export function release(
  context: Context,
  { counter, idempotency, input }: OfHold<object>,
): Promise<Result<AnswerOf<'POST seller/giftcards/holds/{hold}/release'>>> {
  return runIdempotently<Result<AnswerOf<'POST seller/giftcards/holds/{hold}/release'>>>(
    context,
    idempotency,
    async (tx) => {
      const locked = await lockLiveHold(context, tx, { counter, publicId: input.hold });
      if (isAppError(locked)) return locked;
      const balance = toDollars(await ledger.releaseHold(tx, locked));
      await record(context, tx, {
        counter,
        event: 'hold.released',
        subject: `hold ${locked.hold.publicId}`,
        before: { cents: locked.hold.amountCents },
      });
      return { hold: locked.hold.publicId, amount: toDollars(locked.hold.amountCents), balance };
    },
  );
}

export function redeem(
  context: Context,
  { counter, idempotency, input }: Sent<Shown & { amount: number; reference: string }>,
): Promise<Result<Redeemed>> {
  return runIdempotently<Result<Redeemed>>(context, idempotency, async (tx) => {
    const card = await lockShown(context, tx, { counter, shown: input });
    if (isAppError(card)) return card;
    const now = context.clock.now();
    const cents = toCents(input.amount);
    const reason = ledger.checkSpendable(card, { cents, now });
    if (reason) return reason;
    const { reference } = input;
    const sale = { place: toPlace(counter) };
    const redeemed = await ledger.redeemValue(context, tx, { card, cents, reference, now, sale });
    const subject = `redemption ${redeemed.redemption.publicId}`;
    await record(context, tx, { counter, event: 'card.redeemed', subject, after: { cents } });
    return redeemedView(redeemed);
  });
}

type Reversed = AnswerOf<'POST seller/giftcards/redemptions/{id}/reverse'>;

/**
 * Frozen cards accept a reversal; void and expired cards do not. A till reverses only its own recent redemptions. The
 * seller's software reverses any of the seller's redemptions, but reversing another device's raises the alarm
 * `reversed_by_others`. To reverse a shop redemption, refund its order.
 */
export function reverse(
  context: Context,
  { counter, idempotency, input }: Sent<{ id: string; amount?: number | undefined; reason: string }>,
): Promise<Result<Reversed>> {
  return runIdempotently<Result<Reversed>>(context, idempotency, async (tx) => {
    const locked = await lockRedemption(tx, { publicId: input.id, sellerId: counter.sellerId });
    if (!locked || locked.redemption.channel === 'shop')
      return appError('no_such_entity', { fieldName: 'redemption', fieldValue: input.id });
    const { card, redemption } = locked;
    const now = context.clock.now();
    if (['void', 'expired'].includes(ledger.cardStatus(card, now))) return appError('gift_card_over');
    const left = redemption.amountCents - redemption.reversedCents;
    if (left === 0) return appError('redemption_over');
    if (counter.kind === 'till' && redemption.counterKeyId !== counter.keyId) return appError('undo_elsewhere');
    if (counter.kind === 'till' && isPastUndo(redemption.createdAt, now)) return appError('undo_over');
    const cents = input.amount === undefined ? left : toCents(input.amount);
    if (cents > left) return ledger.overBalanceError(left);
    const reversing = {
      card,
      redemption,
      cents,
      cause: { sellerNote: input.reason, counterKeyId: counter.keyId },
      now,
    };
    const availableCents = await ledger.reverseRedemption(context, tx, reversing);
    await record(context, tx, {
      counter,
      event: 'redemption.reversed',
      subject: `redemption ${redemption.publicId}`,
      before: { reversedCents: redemption.reversedCents },
      after: { reversedCents: redemption.reversedCents + cents },
    });
    const reversed = toDollars(redemption.reversedCents + cents);
    return { ...redeemedView({ redemption, availableCents }), reversed };
  });
}

type Recording = {
  counter: Counter;
  event: AuditEvent;
  subject: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
};

/** Audits changes by the seller's software, not by tills. */
function record(context: Context, tx: Transaction, { counter, event, ...facts }: Recording): Promise<void> {
  return recordAction({ actor: toCounterActor(counter), clock: context.clock }, tx, { action: event, ...facts });
}

function isPastUndo(createdAt: Date, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= TILL_UNDO_MS;
}

function redeemedView({ redemption, availableCents }: Awaited<ReturnType<typeof ledger.redeemValue>>): Redeemed {
  const { publicId, amountCents } = redemption;
  return { redemption: publicId, amount: toDollars(amountCents), balance: toDollars(availableCents) };
}

function toPlace({ kind, keyId }: Counter) {
  return { channel: kind, counterKeyId: keyId };
}

function lockShown(context: Context, tx: Transaction, { counter, shown }: { counter: Counter; shown: Shown }) {
  const { keyId, sellerId } = counter;
  return lockShownCard(context, tx, { shown, sender: `counter ${keyId}`, sellerIds: [sellerId] });
}

async function lockLiveHold(
  { clock }: Context,
  tx: Transaction,
  { counter, publicId }: { counter: Counter; publicId: string },
) {
  const locked = await lockHold(tx, { publicId, sellerId: counter.sellerId });
  if (!locked || locked.hold.channel === 'shop')
    return appError('no_such_entity', { fieldName: 'hold', fieldValue: publicId });
  const now = clock.now();
  return ledger.isOver(locked.hold, now) ? appError('hold_over') : { ...locked, now };
}
