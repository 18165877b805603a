import type { Details, DetailsInput } from '#contract/gift-cards.ts';
import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import type { Context } from '#server/context.ts';
import { listCartLines } from '#server/domain/cart/lines/cart-lines.ts';
import { lockOpenCart } from '#server/domain/cart/queries.ts';
import type { CallingDevice } from '#server/domain/customers/devices/device.ts';
import { lockCustomer } from '#server/domain/customers/queries.ts';
import {
  clearWriterIfVerified,
  identifyWriterOrNull,
  mayChange,
  type Session,
} from '#server/domain/customers/sessions/sessions.ts';
import { appError, fieldErrors, type Result } from '#server/platform/kernel/errors.ts';
import { isEditable } from '../card-state.ts';
import { lockRecipient } from '../gift-value.ts';
import type { DetailsRow } from '../queries.ts';
import { cardChangeError, type NewNumber } from './card-change-error.ts';
import * as store from './details-store.ts';
import { findDetails } from './find-details.ts';
import { readRecipient, recipientFields } from './read-recipient.ts';
import { recordMobileChange } from './record-mobile-change.ts';

type Saved = { status: true; data: { last_insert_id: number } };
type Edited = { status: true; data: Details };

const toSaved = (id: number): Saved => ({ status: true, data: { last_insert_id: id } });

type Edit = { device: CallingDevice; id: number | null; input: DetailsInput; unverified: Session | null };

function detectNewNumber(
  { recipientMobile }: DetailsRow,
  { recipient_mobile: mobile }: Recipient,
  from: Omit<NewNumber, 'mobile'>,
): NewNumber | undefined {
  return recipientMobile === mobile ? undefined : { mobile, ...from };
}

/**
 * Implements savegiftcarddetails. Product and price come from the cart line, never from the client. Saving the line
 * again updates its details.
 */
export async function saveDetails(
  context: Context,
  { device, input, unverified }: Omit<Edit, 'id'>,
): Promise<Result<Saved>> {
  const { settings } = context;
  const { recipient, errors } = await readRecipient(input, settings);
  if (Object.keys(errors).length > 0) return fieldErrors(errors);
  const { customerId } = device;
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, customerId);
    const lines = cart ? await listCartLines(tx, { cartId: cart.id }) : [];
    const line = lines.find(
      (cartLine) => String(cartLine.lineId) === String(input.cart_item_id ?? '') && cartLine.isGiftcard,
    );
    if (!cart || !line) return fieldErrors({ cart_item_id: 'card_not_in_cart' });
    if (!mayChange(unverified, line)) return appError('code_required');
    const details = await store.findDetailsByLine(tx, { customerId, cartItemId: line.lineId });
    if (details) {
      const { id } = details;
      // The bank may already be processing the order, which was checked with the old number.
      const to = detectNewNumber(details, recipient, { device, settings });
      if (to) await lockRecipient(tx, to);
      const error = await cardChangeError(tx, { customerId, id, unverified, to, now: context.clock.now() });
      if (error) return error;
      await store.updateDetails(tx, id, { ...recipientFields(recipient), ...clearWriterIfVerified(unverified) });
      return toSaved(details.id);
    }
    const id = await store.insertDetails(tx, {
      ...recipientFields(recipient),
      customerId,
      writtenBy: identifyWriterOrNull(unverified),
      cartId: cart.id,
      cartItemId: line.lineId,
      productId: line.productId,
      variantSku: line.sku,
      priceCents: line.priceCents,
      purchaserMobile: input.purchaser_mobile ?? '',
      createdAt: context.clock.now(),
    });
    return toSaved(id);
  });
}

export async function editDetails(
  context: Context,
  { device, id, input, unverified }: Edit,
): Promise<Result<Edited | null>> {
  if (id === null) return null;
  const { customerId } = device;
  const { settings } = context;
  const { recipient, errors } = await readRecipient(input, settings);
  if (Object.keys(errors).length > 0) return fieldErrors(errors);
  const denial = await context.database.transaction(async (tx) => {
    await lockCustomer(tx, customerId);
    await lockRecipient(tx, { mobile: recipient.recipient_mobile, settings });
    const details = await store.lockDetails(tx, { customerId, id });
    if (!details) return null;
    const card = await store.lockCardOfDetails(tx, details.id);
    if (card && !isEditable(card)) return fieldErrors({ recipient_mobile: 'card_already_sent' });
    const now = context.clock.now();
    const to = detectNewNumber(details, recipient, { device, settings });
    const changeError = await cardChangeError(tx, { customerId, id, unverified, to, now });
    if (changeError) return changeError;
    const changed = { customerId, details, mobile: recipient.recipient_mobile, now };
    const error = card && (await recordMobileChange(context, tx, { card, ...changed }));
    if (error) return fieldErrors({ recipient_mobile: error });
    await store.updateDetails(tx, id, { ...recipientFields(recipient), ...clearWriterIfVerified(unverified) });
    return null;
  });
  if (denial) return denial;
  const data = await findDetails(context, { customerId, unverified, id });
  return data && { status: true, data };
}
