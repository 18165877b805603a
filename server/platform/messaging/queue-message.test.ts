import { describe, expect, it } from 'vitest';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { claimNewMessage, queueMessage } from './queue-message.ts';

const now = new Date('2026-11-02T01:00:00Z');
const text = { ref: 'a text', channel: 'sms', recipient: '+61412345678', now } as const;
const context = {} as Context;
const tx = {} as Transaction;

describe('queueing a message that does not match its purpose', () => {
  it.each([
    ['uses the wrong channel', { ...text, purpose: 'receipt', orderId: 1 }, 'A message receipt cannot be sent by sms.'],
    [
      'lacks a required subject',
      { ...text, purpose: 'order-sent', orderId: 1 },
      'must name orderId and shipmentId. Missing or wrong: shipmentId.',
    ],
    [
      'names null as its subject',
      { ...text, purpose: 'gift', giftCardId: null },
      'must name giftCardId. Missing or wrong: giftCardId.',
    ],
    [
      'names a subject although its purpose allows none',
      { ...text, purpose: 'campaign', orderId: 1 },
      'must name no subject. Missing or wrong: orderId.',
    ],
    [
      'names an extra subject',
      { ...text, purpose: 'order-refused', orderId: 1, giftCardId: 1 },
      'must name orderId. Missing or wrong: giftCardId.',
    ],
  ] as const)('rejects a message that %s', async (_how, message, words) => {
    await expect(queueMessage(context, tx, message)).rejects.toThrow(words);
    await expect(claimNewMessage(tx, message)).rejects.toThrow(words);
  });
});
