import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { CarrierReports, DeliveryReport, HookAnswer, Hooks } from '#server/platform/ports/messages.ts';

const BASE = '/hooks/messages/clicksend/:secret';

/** ClickSend may send numbers as strings, and empty fields as null or not at all. */
const text = z.union([z.string(), z.number().transform(String)]).nullish();

const deliveryReport = z.object({
  message_id: text,
  custom_string: text,
  status: text,
  status_code: text,
  error_code: text,
});

const reply = z.object({ from: text, to: text, body: text, message: text });

/** ClickSend does not sign requests, so the URL contains a secret. */
export function createClickSendHooks(
  options: { secret: string; campaignSender: string },
  reports: CarrierReports,
): Hooks {
  const secret = <Shape extends z.ZodType>(
    shape: Shape,
    take: (fields: z.output<Shape>) => Promise<HookAnswer>,
  ): Hooks[string] => ({
    isFromCarrier: ({ params: { secret: received = '' } }) => isSame(received, options.secret),
    async take({ body }) {
      const read = shape.safeParse(parseFields(body));
      return read.success ? take(read.data) : 'unreadable';
    },
  });
  return {
    [`${BASE}/receipts`]: secret(deliveryReport, async (fields) => {
      if (!fields.message_id && !fields.custom_string) return 'unreadable';
      const report = toDeliveryReport(fields);
      if (report) await reports.report(report);
      return 'taken';
    }),
    [`${BASE}/replies`]: secret(reply, async ({ from, body, message }) => {
      if (!from) return 'unreadable';
      await reports.reply({ from: addPlus(from), sender: options.campaignSender, text: body ?? message ?? '' });
      return 'taken';
    }),
  };
}

/**
 * ClickSend's codes: 200 sent, 201 delivered, 300 retrying, 301 and up failed. For other codes, the status text
 * decides.
 */
function toDeliveryReport(fields: z.output<typeof deliveryReport>): DeliveryReport | null {
  const code = Number(fields.status_code ?? Number.NaN);
  const word = (fields.status ?? '').toLowerCase();
  const named = {
    ...(fields.custom_string ? { ref: fields.custom_string } : {}),
    ...(fields.message_id ? { providerId: fields.message_id } : {}),
  };
  if (code === 201 || word === 'delivered') return { ...named, state: 'delivered' };
  if (code > 300 || FAILED.has(word)) {
    const errorText = /^\d{1,6}$/.test(fields.error_code ?? '') ? `, error ${fields.error_code}` : '';
    const codeText = Number.isFinite(code) ? ` (${code}${errorText})` : '';
    return {
      ...named,
      state: 'failed',
      reason: `ClickSend could not deliver the message${codeText}`,
      problem: 'unreachable',
    };
  }
  return code === 200 || word === 'sent' ? { ...named, state: 'sent' } : null;
}

const FAILED = new Set(['undelivered', 'failed', 'expired', 'rejected', 'cancelled', 'cancelledafterreview']);

function parseFields(body: string): unknown {
  if (!body.trimStart().startsWith('{')) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body);
  } catch {
    // The body is not JSON; the schema rejects undefined.
    return undefined;
  }
}

const addPlus = (number: string): string => (/^\d/.test(number) && !number.startsWith('0') ? `+${number}` : number);

function isSame(received: string, expected: string): boolean {
  const [a, b] = [Buffer.from(received), Buffer.from(expected)];
  return a.byteLength === b.byteLength && timingSafeEqual(a, b);
}
