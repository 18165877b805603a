import type { OutgoingMessage } from '#server/platform/ports/messages.ts';

/**
 * Returns null for the shop's number. Names cannot send pictures or receive STOP, and North American networks reject
 * them.
 */
export function senderName(message: OutgoingMessage, shopsName: string): string | null {
  if (message.kind === 'mms' || message.purpose === 'campaign' || message.to.startsWith('+1')) return null;
  return message.sender || shopsName || null;
}
