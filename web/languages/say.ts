import type { I18n } from '@lingui/core';

/**
 * Messages that the rules of contract/ and the server give in English, in the shopper's language. Their text is their id
 * (known-messages.ts lists them); one that is not known is shown as it is.
 */
export function say(i18n: I18n, text: string): string {
  return Object.hasOwn(i18n.messages, text) ? i18n._(text) : text;
}
