import { hasControlSigns } from '../customer/name-signs.ts';
import { type FieldError, type FieldErrors, onlyErrors } from '../field-errors.ts';
import { NAME_LIMIT, PICTURE_TEXT_LIMIT, TEXT_LIMIT } from '../limits.ts';
import { withoutMarker } from './text-marker.ts';

/** What the customer says about the person who gets the card, and the two messages. */
export type Recipient = {
  recipient_firstname: string;
  recipient_lastname: string;
  recipient_mobile: string;
  recipient_message: string;
  text_content: string;
};

const blank = (text: string): boolean => text.trim() === '';

function nameError(text: string, field: 'recipient_firstname' | 'recipient_lastname'): FieldError | null {
  if (blank(text)) return `${field}_required`;
  if (hasControlSigns(text)) return 'name_with_control_signs';
  return text.trim().length >= NAME_LIMIT ? { code: `${field}_too_long`, parameters: { limit: NAME_LIMIT } } : null;
}

function pictureTextError(text: string): FieldError | null {
  if (blank(text)) return 'recipient_message_required';
  if (text.length <= PICTURE_TEXT_LIMIT) return null;
  return { code: 'recipient_message_too_long', parameters: { limit: PICTURE_TEXT_LIMIT } };
}

function textError(text: string): FieldError | null {
  const own = withoutMarker(text);
  if (blank(own)) return 'text_required';
  return own.length > TEXT_LIMIT ? { code: 'text_too_long', parameters: { limit: TEXT_LIMIT } } : null;
}

/**
 * Empty object: nothing wrong. Exactly 50 and exactly 200 characters are accepted. The mobile is only asked to be
 * there; whether a phone answers to it is the server's to say.
 */
export function recipientErrors(recipient: Recipient): FieldErrors<keyof Recipient> {
  return onlyErrors({
    recipient_firstname: nameError(recipient.recipient_firstname, 'recipient_firstname'),
    recipient_lastname: nameError(recipient.recipient_lastname, 'recipient_lastname'),
    recipient_mobile: blank(recipient.recipient_mobile) ? 'recipient_mobile_required' : null,
    recipient_message: pictureTextError(recipient.recipient_message),
    text_content: textError(recipient.text_content),
  });
}
