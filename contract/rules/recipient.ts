import { NAME_LIMIT, PICTURE_TEXT_LIMIT, TEXT_LIMIT } from './limits.ts';
import { withoutMarker } from './text-marker.ts';

/** What the buyer says about the person who gets the card, and the two messages. */
export type Recipient = {
  recipient_firstname: string;
  recipient_lastname: string;
  recipient_mobile: string;
  recipient_message: string;
  text_content: string;
};

export type Problems<Field extends string = string> = Partial<Record<Field, string>>;

const blank = (text: string): boolean => text.trim() === '';

function nameProblem(text: string, word: 'firstname' | 'lastname'): string | null {
  if (blank(text)) return `Please enter a ${word}`;
  const shown = word === 'firstname' ? 'Firstname' : 'Lastname';
  return text.trim().length >= NAME_LIMIT ? `${shown} must be shorter than ${NAME_LIMIT} characters` : null;
}

function pictureTextProblem(text: string): string | null {
  if (blank(text)) return 'Please enter a message';
  return text.length > PICTURE_TEXT_LIMIT ? `Message must be shorter than ${PICTURE_TEXT_LIMIT} characters` : null;
}

function textProblem(text: string): string | null {
  const own = withoutMarker(text);
  if (blank(own)) return 'Please enter text content';
  return own.length > TEXT_LIMIT ? `Text content must be shorter than ${TEXT_LIMIT} characters` : null;
}

/**
 * VA-39..VA-52. Empty object: nothing wrong. Exactly 50 and exactly 200 characters are accepted (OQ-084).
 * The mobile is only asked to be there; whether a phone answers to it is the server's to say (OQ-086).
 */
export function recipientProblems(recipient: Recipient): Problems<keyof Recipient> {
  const found: Record<keyof Recipient, string | null> = {
    recipient_firstname: nameProblem(recipient.recipient_firstname, 'firstname'),
    recipient_lastname: nameProblem(recipient.recipient_lastname, 'lastname'),
    recipient_mobile: blank(recipient.recipient_mobile) ? 'Please enter a mobile' : null,
    recipient_message: pictureTextProblem(recipient.recipient_message),
    text_content: textProblem(recipient.text_content),
  };
  return onlyProblems(found);
}

/** Drops the fields that have nothing wrong. */
export function onlyProblems<Field extends string>(found: Record<Field, string | null>): Problems<Field> {
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message !== null)) as Problems<Field>;
}
