import type { OutgoingMessage } from '#server/platform/ports/messages.ts';

/**
 * Returns null to use the shop's number. A sender name cannot send an MMS or receive STOP, and North American networks
 * reject it.
 */
export function chooseSenderName(message: OutgoingMessage, shopsName: string): string | null {
  if (message.kind === 'mms' || message.purpose === 'campaign' || message.to.startsWith('+1')) return null;
  return message.sender || shopsName || null;
}
