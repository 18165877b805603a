import type { FieldErrors } from '#contract/rules/field-errors.ts';
import { type Recipient, recipientErrors } from '#contract/rules/gift-card/recipient.ts';
import { withoutMarker } from '#contract/rules/gift-card/text-marker.ts';
import { type Countries, isFromCountries, toReachableMobile } from '#server/platform/kernel/mobile-number.ts';
import { isTopLevel } from '#server/platform/kernel/top-level-domains.ts';
import { findNotShown, type Looked } from '#server/platform/pictures/message/typeface.ts';

export async function readRecipient(
  input: Recipient,
  { GIFT_COUNTRIES }: { GIFT_COUNTRIES: Countries },
  looked?: Looked,
): Promise<{ recipient: Recipient; errors: FieldErrors }> {
  const errors: FieldErrors = recipientErrors(input, isTopLevel);
  const mobile = toReachableMobile(input.recipient_mobile);
  if (!errors.recipient_mobile && mobile === null) errors.recipient_mobile = 'mobile_invalid';
  if (mobile !== null && !isFromCountries(mobile, GIFT_COUNTRIES)) errors.recipient_mobile = 'recipient_mobile_abroad';
  for (const field of ['recipient_firstname', 'recipient_message'] as const) {
    const signs = errors[field] ? '' : (await findNotShown(input[field], looked)).join(' ');
    if (signs !== '') errors[field] = { code: `${field}_not_shown`, parameters: { signs } };
  }
  return { recipient: { ...input, recipient_mobile: mobile ?? input.recipient_mobile }, errors };
}

export const recipientFields = (recipient: Recipient) => ({
  recipientFirstname: recipient.recipient_firstname.trim(),
  recipientLastname: recipient.recipient_lastname.trim(),
  recipientMobile: recipient.recipient_mobile,
  recipientMessage: recipient.recipient_message,
  textContent: withoutMarker(recipient.text_content),
});
