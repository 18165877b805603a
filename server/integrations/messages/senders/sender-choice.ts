import type { OutgoingMessage } from '#server/platform/ports/messages.ts';

/**
 * The name a message may come from, or null for the shop's number. A name cannot send pictures, nobody can reply STOP
 * to it, and North American networks take none.
 */
export function senderName(message: OutgoingMessage, shopsName: string): string | null {
  if (message.kind === 'mms' || message.purpose === 'campaign' || message.to.startsWith('+1')) return null;
  return message.sender || shopsName || null;
}
