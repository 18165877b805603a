import type { Details, DetailsInput } from '#contract/gift-cards.ts';
import { cartLinesOf } from '../../cart/lines/cart-lines.ts';
import { lockOpenCart } from '../../cart/open-cart.ts';
import type { Context } from '../../context.ts';
import { lockCustomer } from '../../customers/customer.ts';
import { mayChange, ownersAgain, type Session, writerOrNull } from '../../customers/sessions/sessions.ts';
import { appError, fieldErrors, type Result } from '../../kernel/errors.ts';
import { cardChangeError } from '../card-change-error.ts';
import { isEditable } from '../card-state.ts';
import * as store from './details-store.ts';
import { findDetails } from './find-details.ts';
import { readRecipient, recipientFields } from './read-recipient.ts';
import { recordMobileChange } from './record-mobile-change.ts';

type Saved = { status: true; data: { last_insert_id: number } };
type Edited = { status: true; data: Details };

const saved = (id: number): Saved => ({ status: true, data: { last_insert_id: id } });

/**
 * Saves the details of one card line of the customer's open cart (savegiftcarddetails). Product and price come from the
 * line, never from the client. Saving the same line again changes its details instead of making a second set.
 */
export async function saveDetails(
  context: Context,
  save: { customerId: number; input: DetailsInput; unproved: Session | null },
): Promise<Result<Saved>> {
  const { recipient, errors } = await readRecipient(save.input, context.settings);
  if (Object.keys(errors).length > 0) return fieldErrors(errors);
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, save.customerId);
    const lines = cart ? await cartLinesOf(tx, { cartId: cart.id }) : [];
    const line = lines.find(
      (cartLine) => String(cartLine.lineId) === String(save.input.cart_item_id ?? '') && cartLine.isGiftcard,
    );
    if (!cart || !line) return fieldErrors({ cart_item_id: 'card_not_in_cart' });
    const { customerId, unproved } = save;
    if (!mayChange(unproved, line)) return appError('code_required');
    const details = await store.detailsByLine(tx, { customerId, cartItemId: line.lineId });
    if (details) {
      const { id } = details;
      const error = await cardChangeError(tx, { customerId, id, unproved, now: context.clock.now() });
      if (error) return error;
      await store.updateDetails(tx, id, { ...recipientFields(recipient), ...ownersAgain(unproved) });
      return saved(details.id);
    }
    const id = await store.insertDetails(tx, {
      ...recipientFields(recipient),
      customerId,
      writtenBy: writerOrNull(unproved),
      cartId: cart.id,
      cartItemId: line.lineId,
      productId: line.productId,
      variantSku: line.sku,
      priceCents: line.priceCents,
      purchaserMobile: save.input.purchaser_mobile ?? '',
      createdAt: context.clock.now(),
    });
    return saved(id);
  });
}

/** `unproved`: the session that asks, unless it is proved. */
type Edit = { customerId: number; id: number | null; input: DetailsInput; unproved: Session | null };

/** Changes recipient and messages (editgiftcarddetails) until the card goes out. Null: no such details. */
export async function editDetails(
  context: Context,
  { customerId, id, input, unproved }: Edit,
): Promise<Result<Edited | null>> {
  if (id === null) return null;
  const { recipient, errors } = await readRecipient(input, context.settings);
  if (Object.keys(errors).length > 0) return fieldErrors(errors);
  const denial = await context.database.transaction(async (tx) => {
    await lockCustomer(tx, customerId);
    const details = await store.lockDetails(tx, { customerId, id });
    if (!details) return null;
    const card = await store.lockCardOfDetails(tx, details.id);
    if (card && !isEditable(card)) return fieldErrors({ recipient_mobile: 'card_already_sent' });
    const now = context.clock.now();
    const held = await cardChangeError(tx, { customerId, id, unproved, now });
    if (held) return held;
    const changed = { customerId, details, mobile: recipient.recipient_mobile, now };
    const error = card && (await recordMobileChange(context, tx, { card, ...changed }));
    if (error) return fieldErrors({ recipient_mobile: error });
    await store.updateDetails(tx, id, { ...recipientFields(recipient), ...ownersAgain(unproved) });
    return null;
  });
  if (denial) return denial;
  const data = await findDetails(context, { customerId, unproved, id });
  return data && { status: true, data };
}
