import type { AnswerOf, InputOf } from '#contract/calls.ts';
import { readCode } from '#contract/rules/gift-card/card-code.ts';
import { MAX_GIFT_CARDS } from '#contract/rules/limits.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { listCartLines } from '#server/domain/cart/lines/cart-lines.ts';
import { findOpenCart, listCardsOnCart, lockOpenCart } from '#server/domain/cart/queries.ts';
import { addCardToCart, removeCardFromCart } from '#server/domain/cart/totals/cards-on-cart.ts';
import { type CartTenders, loadCartTenders } from '#server/domain/cart/totals/cart-tenders.ts';
import { identifyWriterOrNull, mayChange, type Session } from '#server/domain/customers/sessions/sessions.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { appError, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { type LockedCard, lockCardById } from '../card-locks-store.ts';
import { openCard } from '../ledger/card-secrets.ts';
import { checkSpendable } from '../ledger/spend-value.ts';
import { lockShownCard } from './lock-shown-card.ts';
import { findCardOfCustomer, findSealedCode } from './own-cards-store.ts';

type Data = InputOf<'POST carts/mine/giftCards'>['body']['giftCardAccountData'];

/**
 * Returns the same error for every unusable card, but code_required for one that another session added, if this session
 * is unverified. An error rolls nothing back, so that wrong attempts count.
 */
export function addPayingCards(
  context: Context,
  { customerId, unverified, data }: { customerId: number; unverified: Session | null; data: Data },
): Promise<Result<true>> {
  const { gift_cards: names, extension_attributes: { pin, first = false } = {} } = data;
  return context.database.transaction(async (tx) => {
    const cart = await lockCartWithSellers(tx, customerId);
    if (isAppError(cart)) return cart;
    for (const name of names.toReversed()) {
      const error = await addCard(context, tx, {
        ...cart,
        customerId,
        unverified,
        isFirst: first,
        shown: { code: name, pin },
      });
      if (error) return error;
    }
    return true as const;
  });
}

type OpenedCart = { cartId: number; sellerIds: number[] };
type Shown = { code: string; pin?: string | undefined };
type Adding = OpenedCart & { customerId: number; unverified: Session | null; shown: Shown; isFirst: boolean };

async function lockCartWithSellers(tx: Transaction, customerId: number): Promise<Result<OpenedCart>> {
  const cart = await lockOpenCart(tx, customerId);
  if (!cart) return appError('no_active_cart');
  const goods = (await listCartLines(tx, { cartId: cart.id })).filter(({ isGiftcard }) => !isGiftcard);
  return { cartId: cart.id, sellerIds: [...new Set(goods.map(({ sellerId }) => sellerId))] };
}

async function addCard(context: Context, tx: Transaction, { cartId, unverified, isFirst, ...finding }: Adding) {
  const existingCards = await listCardsOnCart(tx, cartId);
  const card = await lockCardToAdd(context, tx, { existingCards, ...finding });
  if (isAppError(card)) return card;
  const before = existingCards.find(({ giftCardId }) => giftCardId === card.giftCardId);
  // An unverified session that enters the code may add the card again.
  if (before && isPublicId(finding.shown.code) && !mayChange(unverified, before)) return appError('code_required');
  if (!before && existingCards.length >= MAX_GIFT_CARDS) return appError('gift_cards_full', [MAX_GIFT_CARDS]);
  await addCardToCart(tx, { cartId, isFirst, writtenBy: identifyWriterOrNull(unverified), ...card });
  return null;
}

type Finding = Omit<Adding, 'isFirst' | 'cartId' | 'unverified'>;
type There = Awaited<ReturnType<typeof listCardsOnCart>>;
type Found = Pick<There[number], 'giftCardId' | 'codeHash' | 'createdAt'>;

async function lockCardToAdd(
  context: Context,
  tx: Transaction,
  { existingCards, customerId, sellerIds, shown }: Finding & { existingCards: There },
): Promise<Result<Found>> {
  const now = context.clock.now();
  if (!isPublicId(shown.code)) {
    const card = await lockPayingCard(context, tx, { customerId, sellerIds, shown });
    return isAppError(card) ? card : { giftCardId: card.giftCardId, codeHash: card.codeHash, createdAt: now };
  }
  const ownedCard = await findCardOfCustomer(tx, { customerId, publicId: shown.code });
  // A card that was added by its code needs no code and PIN again.
  const before = existingCards.find((card) => card.publicId === shown.code && card.codeHash !== null && card.isAllowed);
  const found =
    ownedCard && sellerIds.includes(ownedCard.sellerId)
      ? { giftCardId: ownedCard.id, codeHash: null, createdAt: now }
      : before && { giftCardId: before.giftCardId, codeHash: before.codeHash, createdAt: before.createdAt };
  const card = found && (await lockCardById(tx, found.giftCardId));
  return card && canPay(context, card) ? found : appError('gift_card_invalid');
}

const canPay = ({ clock }: Context, card: LockedCard): boolean =>
  checkSpendable(card, { cents: 1, now: clock.now() }) === null;

async function lockPayingCard(
  context: Context,
  tx: Transaction,
  { customerId, sellerIds, shown }: Finding,
): Promise<Result<LockedCard>> {
  const card = await lockShownCard(context, tx, { shown, sender: `customer ${customerId}`, sellerIds });
  if (isAppError(card)) return card;
  return canPay(context, card) ? card : appError('gift_card_invalid');
}

const isPublicId = (name: string): boolean => /^gc_/.test(name);

/** Returns the card's balance in dollars, or an error that addCards() would return for this card. */
export function checkCard(
  context: Context,
  { customerId, shown }: { customerId: number; shown: Shown },
): Promise<Result<number>> {
  return context.database.transaction(async (tx) => {
    const cart = await lockCartWithSellers(tx, customerId);
    if (isAppError(cart)) return cart;
    const card = await lockPayingCard(context, tx, { customerId, shown, sellerIds: cart.sellerIds });
    return isAppError(card) ? card : toDollars(card.availableCents);
  });
}

/** Returns gift_card_invalid if the card is not on the cart, and code_required if this session may not remove it. */
export function removeCard(
  context: Context,
  { customerId, unverified, name }: { customerId: number; unverified: Session | null; name: string },
): Promise<Result<true>> {
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, customerId);
    if (!cart) return appError('no_active_cart');
    for (const { giftCardId, publicId, writtenBy } of await listCardsOnCart(tx, cart.id)) {
      if (publicId !== name && (await decryptCode(context, tx, giftCardId)) !== readCode(name)) continue;
      if (!mayChange(unverified, { writtenBy })) return appError('code_required');
      await removeCardFromCart(tx, { cartId: cart.id, giftCardId });
      return true as const;
    }
    return appError('gift_card_invalid');
  });
}

async function decryptCode(
  { secrets }: Context,
  handle: Parameters<typeof findSealedCode>[0],
  giftCardId: number,
): Promise<string> {
  return openCard(secrets, await findSealedCode(handle, giftCardId)).code;
}

/** Unverified sessions see no codes, because another person may have entered them. */
export async function readCards(
  context: Context,
  { customerId, isVerified }: { customerId: number; isVerified: boolean },
): Promise<Result<AnswerOf<'GET carts/mine/giftCards'>>> {
  const { orm } = context.database;
  const cart = await findOpenCart(orm, customerId);
  if (!cart) return appError('no_active_cart');
  const lines = await listCartLines(orm, { cartId: cart.id });
  const { cards, giftCardCents, cardDueCents } = await loadCartTenders(orm, {
    cartId: cart.id,
    lines,
    now: context.clock.now(),
  });
  const names = await Promise.all(
    cards.map(({ codeHash, isAllowed, giftCardId, publicId }) =>
      isVerified && codeHash !== null && isAllowed ? decryptCode(context, orm, giftCardId) : publicId,
    ),
  );
  const balance = toDollars(cards.reduce((sum, card) => sum + spendableCents(card), 0));
  return {
    gift_cards: names,
    gift_cards_amount: balance,
    base_gift_cards_amount: balance,
    gift_cards_amount_used: toDollars(giftCardCents),
    base_gift_cards_amount_used: toDollars(giftCardCents),
    extension_attributes: { cards: cards.map(cardView), card_due: toDollars(cardDueCents) },
  };
}

type JudgedCard = CartTenders['cards'][number];

const spendableCents = ({ isUsable, availableCents }: JudgedCard): number => (isUsable ? availableCents : 0);

function cardView(card: JudgedCard) {
  return {
    public_id: card.publicId,
    last4: card.last4,
    seller: card.sellerName,
    balance: toDollars(spendableCents(card)),
    amount: toDollars(card.cents),
    currency: 'AUD' as const,
    expires_on: card.expiresAt?.toISOString() ?? null,
    usable: card.isUsable,
  };
}
