import { tidyMobile, toE164 } from '../customer/mobile.ts';
import { type FieldError, type FieldErrors, pickErrors } from '../field-errors.ts';
import { NAME_LIMIT, PICTURE_TEXT_LIMIT, TEXT_LIMIT } from '../limits.ts';
import { isBlank, stripInvisibleCharacters } from '../seen-words.ts';
import { type IsTopLevel, strangersNameError, wordsError } from '../strangers-words.ts';
import { withoutMarker } from './text-marker.ts';

export type Recipient = {
  recipient_firstname: string;
  recipient_lastname: string;
  recipient_mobile: string;
  recipient_message: string;
  text_content: string;
};

type Name = 'recipient_firstname' | 'recipient_lastname';

function nameError(text: string, { field, isTopLevel }: { field: Name; isTopLevel: IsTopLevel | undefined }) {
  if (isBlank(text)) return `${field}_required` as const;
  const wrong = strangersNameError(text, isTopLevel);
  if (wrong) return wrong;
  const isLong = stripInvisibleCharacters(text).trim().length >= NAME_LIMIT;
  return isLong ? ({ code: `${field}_too_long`, parameters: { limit: NAME_LIMIT } } as const) : null;
}

function pictureTextError(text: string, isTopLevel?: IsTopLevel): FieldError | null {
  if (isBlank(text)) return 'recipient_message_required';
  if (text.length > PICTURE_TEXT_LIMIT)
    return { code: 'recipient_message_too_long', parameters: { limit: PICTURE_TEXT_LIMIT } };
  return wordsError(text, 'gift', isTopLevel) && 'words_with_link';
}

function textError(text: string, isTopLevel?: IsTopLevel): FieldError | null {
  const words = withoutMarker(text);
  if (isBlank(words)) return 'text_required';
  if (words.length > TEXT_LIMIT) return { code: 'text_too_long', parameters: { limit: TEXT_LIMIT } };
  return wordsError(words, 'gift', isTopLevel) && 'words_with_link';
}

function mobileError(typed: string): FieldError | null {
  if (isBlank(typed)) return 'recipient_mobile_required';
  return toE164(tidyMobile(typed)) === null ? 'mobile_invalid' : null;
}

/** Checks only whether the mobile is plausible; the server knows numbering plans and countries. */
export function recipientErrors(recipient: Recipient, isTopLevel?: IsTopLevel): FieldErrors<keyof Recipient> {
  const { recipient_firstname: first, recipient_lastname: last } = recipient;
  // Two valid names can form a link when joined: 'evil' and '.com'.
  const together = strangersNameError(`${first.trim()} ${last.trim()}`, isTopLevel);
  return pickErrors({
    recipient_firstname: nameError(first, { field: 'recipient_firstname', isTopLevel }),
    recipient_lastname:
      nameError(last, { field: 'recipient_lastname', isTopLevel }) ??
      (strangersNameError(first, isTopLevel) ? null : together),
    recipient_mobile: mobileError(recipient.recipient_mobile),
    recipient_message: pictureTextError(recipient.recipient_message, isTopLevel),
    text_content: textError(recipient.text_content, isTopLevel),
  });
}
