import type { CardState, Details } from '#contract/gift-cards.ts';
import { tidyMobile, toLocalMobile } from '#contract/rules/customer/mobile.ts';
import { type Recipient, recipientErrors } from '#contract/rules/gift-card/recipient.ts';
import { withMarker, withoutMarker } from '#contract/rules/gift-card/text-marker.ts';
import { resolveInitialZone } from '../../send-time/own-zone.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';

/**
 * A gift card in the flow. `local`: stored in this browser until bought. Its ids are URL segments: the local key twice,
 * or details id and product id.
 */
export type FlowCard = {
  local: boolean;
  detailsId: string;
  productUuid: string;
  productId: number;
  /** Price in dollars. */
  price: number;
  recipient: Recipient;
  mms_template_id: string;
  scheduled_delivery: string;
  timezone: string;
  state: CardState | null;
  /** Set by the server: false once delivery has begun. */
  editable: boolean;
  life: Details['card_life'];
  orderId: string | null;
};

export function flowCardFromDraft(key: string, giftCard: LocalGiftCard): FlowCard {
  return {
    local: true,
    detailsId: key,
    productUuid: key,
    productId: giftCard.id,
    price: giftCard.price,
    recipient: pickRecipient(giftCard),
    mms_template_id: giftCard.mms_template_id,
    scheduled_delivery: giftCard.scheduled_delivery,
    timezone: giftCard.timezone || resolveInitialZone(),
    state: null,
    editable: true,
    life: null,
    orderId: null,
  };
}

export function flowCardFromDetails(details: Details): FlowCard {
  return {
    local: false,
    detailsId: String(details.gift_card_details_id),
    productUuid: String(details.product_id),
    productId: details.product_id,
    price: details.gift_card_price,
    // The server stores +61412345678, but customers type the local form.
    recipient: { ...pickRecipient(details), recipient_mobile: toLocalMobile(details.recipient_mobile) },
    mms_template_id: details.mms_template_id ?? '',
    scheduled_delivery: details.scheduled_delivery ?? '',
    timezone: details.delivery_timezone || resolveInitialZone(),
    state: details.state,
    editable: details.can_edit,
    life: details.card_life,
    orderId: details.order_id,
  };
}

function pickRecipient(from: Recipient): Recipient {
  return {
    recipient_firstname: from.recipient_firstname,
    recipient_lastname: from.recipient_lastname,
    recipient_mobile: from.recipient_mobile,
    recipient_message: from.recipient_message,
    text_content: withoutMarker(from.text_content),
  };
}

export function toSavedRecipient(typed: Recipient): Recipient {
  return {
    recipient_firstname: typed.recipient_firstname.trim(),
    recipient_lastname: typed.recipient_lastname.trim(),
    recipient_mobile: tidyMobile(typed.recipient_mobile),
    recipient_message: typed.recipient_message,
    text_content: withMarker(typed.text_content),
  };
}

export type Step = 'recipient' | 'template' | 'schedule' | 'preview';

export function stepPath({ local, detailsId, productUuid }: FlowCard, step: Step): string {
  if (step === 'recipient') return `/giftcard/${local ? 'add' : 'edit'}/${detailsId}`;
  const name = { template: 'mmstemplates', schedule: 'schedule', preview: 'sendnoworschedule' }[step];
  return `/giftcard/${name}/${detailsId}/${productUuid}`;
}

export function doneSteps({ recipient, mms_template_id, scheduled_delivery }: FlowCard): Record<Step, boolean> {
  const isRecipientDone = Object.keys(recipientErrors(recipient)).length === 0;
  const template = mms_template_id !== '';
  const schedule = scheduled_delivery !== '';
  return { recipient: isRecipientDone, template, schedule, preview: isRecipientDone && template && schedule };
}

export function mayFinish({ mms_template_id, scheduled_delivery, price }: FlowCard): boolean {
  return mms_template_id !== '' && scheduled_delivery !== '' && price > 0;
}

/** Returns true for a paid card with all steps complete, which returns to its order. */
export function returnsToOrder(card: FlowCard): boolean {
  return card.orderId !== null && mayFinish(card);
}

export function getReturnPath({ orderId }: FlowCard): string {
  return orderId === null ? '/checkout' : `/account/order/${orderId}`;
}
