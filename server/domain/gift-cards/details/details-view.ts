import type { Details } from '#contract/gift-cards.ts';
import { withMarker } from '#contract/rules/gift-card/text-marker.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import { toIncrementId } from '#contract/rules/order-number.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { type AppError, appError } from '#server/platform/kernel/errors.ts';
import { imagePath } from '#server/platform/pictures/picture-address.ts';
import { cardState, isEditable } from '../card-state.ts';
import type { DetailsWithTemplate } from './details-store.ts';
import { shownRecipient } from './shown-recipient.ts';

export const unknownDetailsError = (id: string | number): AppError =>
  appError('no_such_entity', { fieldName: 'gift_card_details_id', fieldValue: String(id) });

export function detailsView(row: DetailsWithTemplate, unverified: Session | null): Details {
  const recipient = shownRecipient(row, unverified);
  const state = row.deliveryState && cardState({ deliveryState: row.deliveryState, isVoid: row.isVoid });
  return {
    gift_card_details_id: row.id,
    recipient_firstname: recipient.firstname,
    recipient_lastname: recipient.lastname,
    recipient_mobile: recipient.mobile,
    ...(recipient.isMasked ? { masked: true as const } : {}),
    recipient_message: row.recipientMessage,
    text_content: withMarker(row.textContent),
    configurable_product_sku: row.variantSku,
    purchaser_mobile: row.purchaserMobile,
    gift_card_price: toDollars(row.priceCents),
    product_id: row.productId,
    cart_id: row.cartId,
    cart_item_id: row.cartItemId,
    scheduled_delivery: row.scheduledDelivery,
    delivery_timezone: row.timezone,
    send_at: (row.cardSendAt ?? row.sendAt)?.toISOString() ?? null,
    mms_template_id: row.mmsTemplateId,
    click2_giftcard_mms_template_id: row.templateId,
    mms_template_url: row.templatePicture ? imagePath(row.templatePicture) : null,
    state,
    can_edit: state === null || isEditable({ state, begun: row.begun }),
    card_life: row.cardLife && {
      supplied_on: row.cardLife.suppliedAt.toISOString(),
      validity_months: row.cardLife.validityMonths,
      expires_on: row.cardLife.expiresAt?.toISOString() ?? null,
    },
    order_id: row.orderNumber === null ? null : toIncrementId(row.orderNumber),
  };
}
