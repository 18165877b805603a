import { z } from 'zod';
import type { MessageProblem } from '#contract/gift-cards.ts';
import { countSegments } from '#contract/rules/gift-card/segments.ts';
import type { Handed, Messages, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { callHttp } from '../../service/http-call.ts';
import type { Guard } from '../../service/resilience-policy.ts';
import { chooseSenderName } from '../senders/sender-choice.ts';

export type ClickSendSettings = {
  username: string;
  apiKey: string;
  from: string;
  shopsName: string;
  apiBase: string;
};

/** ClickSend silently truncates longer texts (developers.clicksend.com/docs/messaging). */
const MAX_GSM_LETTERS = 1_500;
const MAX_UNICODE_LETTERS = 500;
/** Subject required for an MMS, at most 20 characters. */
const SUBJECT = 'A gift card for you';
const PICTURE_TEXT = 'The link to your gift card follows.';

/** Each message has its own status, even if the response is HTTP 200. */
const answered = z.object({
  data: z.object({ messages: z.array(z.object({ status: z.string(), message_id: z.string().nullish() })).min(1) }),
});

/** Nothing was sent, so the message waits until the problem passes. */
const WAITS = new Set(['INSUFFICIENT_CREDIT', 'THROTTLED', 'TOO_MANY_REQUESTS', 'UNAUTHORIZED', 'FORBIDDEN']);

const PROBLEM_BY_STATUS: Record<string, MessageProblem> = {
  INVALID_RECIPIENT: 'number',
  INVALID_NUMBER: 'number',
  OPTED_OUT: 'opted_out',
  RECIPIENT_OPTED_OUT: 'opted_out',
  COUNTRY_NOT_ENABLED: 'no_route',
  COUNTRY_NOT_SUPPORTED: 'no_route',
  BLOCKED: 'blocked',
};

/** ClickSend has no idempotency keys. When its response is lost, the delivery report with our ref shows the outcome. */
export function createClickSend(guard: Guard, settings: ClickSendSettings): Messages {
  return {
    name: 'clicksend',
    idempotent: false,
    campaignSender: settings.from || 'clicksend',
    async send(message) {
      const rejection = rejectionReason(message);
      if (rejection !== null) return { state: 'refused', reason: rejection, problem: 'carrier' };
      const answer = await callHttp(guard, {
        service: 'messages',
        url: `${settings.apiBase}/v3/${message.kind}/send`,
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${settings.username}:${settings.apiKey}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(buildBody(message, settings)),
        repeatable: false,
        answer: answered,
      });
      if (answer.ok) return toHanded(answer.body.data.messages[0]);
      if (answer.status !== 400 && answer.status !== 422) throw retryLaterError(answer.status);
      return { state: 'refused', reason: `ClickSend refused the request with ${answer.status}`, problem: 'carrier' };
    },
  };
}

/** ClickSend accepts only jpg and gif images without conversion. */
function rejectionReason({ kind, text, mediaUrl = '' }: OutgoingMessage): string | null {
  if (kind === 'mms' && !/\.(jpg|gif)$/.test(mediaUrl))
    return 'ClickSend takes pictures whose address ends in .jpg or .gif';
  const maxLength = countSegments(text).encoding === 'gsm' ? MAX_GSM_LETTERS : MAX_UNICODE_LETTERS;
  return text.length > maxLength ? `ClickSend would cut the text after ${maxLength} characters` : null;
}

function buildBody(message: OutgoingMessage, settings: ClickSendSettings) {
  const from = chooseSenderName(message, settings.shopsName) ?? settings.from;
  const smsMessage = { to: message.to, source: 'handsel', custom_string: message.ref, ...(from ? { from } : {}) };
  if (message.kind === 'sms') return { messages: [{ ...smsMessage, body: message.text }] };
  const words = { subject: SUBJECT, body: message.text || PICTURE_TEXT };
  return { media_file: message.mediaUrl, messages: [{ ...smsMessage, ...words }] };
}

function toHanded(message: { status: string; message_id?: string | null | undefined } | undefined): Handed {
  const status = message?.status ?? '';
  if (status === 'SUCCESS') {
    if (message?.message_id) return { state: 'sent', providerId: message.message_id };
    throw providerError({ service: 'messages', kind: 'invalid_response', mayHaveBeenApplied: true });
  }
  if (WAITS.has(status)) throw retryLaterError(status);
  return {
    state: 'refused',
    reason: `ClickSend: ${describeStatus(status)}`,
    problem: PROBLEM_BY_STATUS[status] ?? 'carrier',
  };
}

/** Hides other status texts, which could contain data that we sent. */
const describeStatus = (status: string): string => (/^[A-Z_]{1,40}$/.test(status) ? status : 'an unknown status');

const retryLaterError = (cause: number | string) =>
  providerError({ service: 'messages', kind: 'server_error', mayHaveBeenApplied: false, cause: `${cause}` });
