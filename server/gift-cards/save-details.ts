import type { DetailsInput } from '#contract/gift-cards.ts';
import { type Recipient, recipientProblems } from '#contract/rules/recipient.ts';
import { withoutMarker } from '#contract/rules/text-marker.ts';
import { cartLinesOf } from '../cart/cart-lines.ts';
import { lockOpenCart } from '../cart/open-cart.ts';
import type { Context } from '../context.ts';
import { reachableMobile } from '../sign-in/mobile-number.ts';
import { isEditable } from './card-states.ts';
import { noteNewNumber } from './change-number.ts';
import { lockBuyer } from './changes-store.ts';
import * as store from './details-store.ts';

export type Saved = { ok: true; id: number } | { ok: false; problems: Record<string, string> };

const refused = (problems: Record<string, string>): Saved => ({ ok: false, problems });

/** The shared form rule, then what only the server can say: does a phone answer to this number? */
function readRecipient(input: DetailsInput): { recipient: Recipient; problems: Record<string, string> } {
  const problems: Record<string, string> = { ...recipientProblems(input) };
  const mobile = reachableMobile(input.recipient_mobile);
  if (!problems.recipient_mobile && mobile === null) problems.recipient_mobile = 'Please enter a valid mobile';
  return { recipient: { ...input, recipient_mobile: mobile ?? input.recipient_mobile }, problems };
}

const recipientFields = (recipient: Recipient) => ({
  recipientFirstname: recipient.recipient_firstname.trim(),
  recipientLastname: recipient.recipient_lastname.trim(),
  recipientMobile: recipient.recipient_mobile,
  recipientMessage: recipient.recipient_message,
  textContent: withoutMarker(recipient.text_content),
});

/**
 * Saves the details of one card line of the member's open cart (savegiftcarddetails). Product and price come from the line, never from
 * the client. Saving the same line again changes its details instead of making a second set.
 */
export async function saveDetails(context: Context, save: { memberId: number; input: DetailsInput }): Promise<Saved> {
  const { recipient, problems } = readRecipient(save.input);
  if (Object.keys(problems).length > 0) return refused(problems);
  return context.database.transaction(async (tx) => {
    const cart = await lockOpenCart(tx, save.memberId);
    const lines = cart ? await cartLinesOf(tx, cart.id) : [];
    const line = lines.find((one) => String(one.lineId) === String(save.input.cart_item_id ?? '') && one.isGiftcard);
    if (!cart || !line) return refused({ cart_item_id: 'This gift card is not in your cart any more' });
    const known = await store.detailsByLine(tx, { memberId: save.memberId, cartItemId: line.lineId });
    if (known) {
      await store.updateDetails(tx, known.id, recipientFields(recipient));
      return { ok: true, id: known.id };
    }
    const id = await store.insertDetails(tx, {
      ...recipientFields(recipient),
      memberId: save.memberId,
      cartId: cart.id,
      cartItemId: line.lineId,
      productId: line.productId,
      variantSku: line.sku,
      priceCents: line.priceCents,
      purchaserMobile: save.input.purchaser_mobile ?? '',
      createdAt: context.clock.now(),
    });
    return { ok: true, id };
  });
}

type Edit = { memberId: number; id: number; input: DetailsInput };

/** Changes recipient and messages (editgiftcarddetails) until the card goes out. Null: no such details. */
export async function editDetails(context: Context, edit: Edit): Promise<Saved | null> {
  const { recipient, problems } = readRecipient(edit.input);
  if (Object.keys(problems).length > 0) return refused(problems);
  return context.database.transaction(async (tx) => {
    await lockBuyer(tx, edit.memberId);
    const known = await store.lockDetails(tx, { memberId: edit.memberId, id: edit.id });
    if (!known) return null;
    const card = await store.lockCardOfDetails(tx, known.id);
    if (card && !isEditable(card)) return refused({ recipient_mobile: 'This gift card has already gone out' });
    const now = context.clock.now();
    const changed = { memberId: edit.memberId, details: known, mobile: recipient.recipient_mobile, now };
    const refusal = card && (await noteNewNumber(tx, { card, ...changed }));
    if (refusal) return refused({ recipient_mobile: refusal });
    await store.updateDetails(tx, known.id, recipientFields(recipient));
    return { ok: true, id: known.id };
  });
}
