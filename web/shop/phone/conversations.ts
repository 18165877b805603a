import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { dateFormat } from '#contract/rules/formats.ts';
import { preventTimeBreaks } from '#contract/rules/time/time-blanks.ts';
import type { PhoneMessage } from './phone-queries.ts';

export type Conversation = { to: string; newest: PhoneMessage; count: number };

/** Takes messages newest first, and returns one conversation per number, newest first. */
export function groupConversations(messages: readonly PhoneMessage[]): Conversation[] {
  const byNumber = new Map<string, Conversation>();
  for (const message of messages) {
    const conversation = byNumber.get(message.to);
    if (conversation) conversation.count += 1;
    else byNumber.set(message.to, { to: message.to, newest: message, count: 1 });
  }
  return [...byNumber.values()];
}

export function formatPreview({ kind, text }: Pick<PhoneMessage, 'kind' | 'text'>, i18n: I18n): string {
  const [line = ''] = text.trim().split('\n');
  if (line !== '') return line;
  return kind === 'mms' ? i18n._(msg`Picture message`) : '';
}

/** Returns the time, with the date if the message is from another day in the viewer's time zone. */
export function formatMessageTime(iso: string, now: Date, locale: string): string {
  const sentAt = new Date(iso);
  const time = preventTimeBreaks(dateFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(sentAt));
  if (sentAt.toDateString() === now.toDateString()) return time;
  return `${dateFormat(locale, { day: 'numeric', month: 'short' }).format(sentAt)}, ${time}`;
}

/** Restores the plus sign of `?to=+614...`, which URLSearchParams decodes as a space. */
export function parseNumberQuery(to: string | null): string | null {
  return to === null || to.trim() === '' ? null : to.replace(/^ /, '+').trim();
}
