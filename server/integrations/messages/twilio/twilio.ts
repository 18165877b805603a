import { z } from 'zod';
import type { Handed, Messages, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { callHttp } from '../../service/http-call.ts';
import type { Guard } from '../../service/resilience-policy.ts';
import { chooseSenderName } from '../senders/sender-choice.ts';
import { twilioProblem, twilioReason } from './twilio-errors.ts';

export type TwilioSettings = {
  accountSid: string;
  /** Account SID and auth token, or API key and secret. */
  user: string;
  password: string;
  /** Set either this number or `messagingServiceSid`. */
  from: string;
  messagingServiceSid: string;
  shopsName: string;
  apiBase: string;
  reportsUrl: string;
};

const CODE_LIFE_SECONDS = 600;
/** Twilio rejects longer messages. */
const MAX_CHARACTERS = 1_600;

const created = z.object({ sid: z.string().regex(/^(SM|MM)[0-9a-fA-F]{32}$/), status: z.string() });
const rejection = z.object({ code: z.number().int() });

/**
 * Twilio has no idempotency keys, so a request without a response is never retried. The status callback with our ref
 * shows the outcome.
 */
export function createTwilio(guard: Guard, settings: TwilioSettings): Messages {
  return {
    name: 'twilio',
    idempotent: false,
    campaignSender: settings.messagingServiceSid || settings.from,
    async send(message) {
      if (message.text.length > MAX_CHARACTERS) return rejectBeforeSending('the text is longer than 1600 characters');
      const answer = await callHttp(guard, {
        service: 'messages',
        url: `${settings.apiBase}/2010-04-01/Accounts/${settings.accountSid}/Messages.json`,
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${settings.user}:${settings.password}`).toString('base64')}` },
        body: buildForm(message, settings),
        repeatable: false,
        answer: created,
      });
      if (answer.ok) return toHanded(answer.body);
      return toRefusal(answer.status, parseErrorCode(answer.text));
    },
  };
}

function buildForm(message: OutgoingMessage, settings: TwilioSettings): URLSearchParams {
  const form = new URLSearchParams({ To: message.to });
  const name = chooseSenderName(message, settings.shopsName);
  if (name !== null) form.set('From', name);
  else if (settings.messagingServiceSid) form.set('MessagingServiceSid', settings.messagingServiceSid);
  else form.set('From', settings.from);
  if (message.text !== '') form.set('Body', message.text);
  if (message.mediaUrl !== undefined) form.set('MediaUrl', message.mediaUrl);
  form.set('StatusCallback', `${settings.reportsUrl}?ref=${encodeURIComponent(message.ref)}`);
  // A code that is delivered later no longer works.
  if (message.purpose === 'code') form.set('ValidityPeriod', String(CODE_LIFE_SECONDS));
  return form;
}

function toHanded({ sid, status }: z.output<typeof created>): Handed {
  if (status === 'failed' || status === 'canceled' || status === 'undelivered')
    return { state: 'refused', reason: `Twilio took the message as ${status}`, problem: 'carrier' };
  return { state: 'sent', providerId: sid };
}

/** A wrong key or a closed account says nothing about the message, so the message waits. */
function toRefusal(status: number, code: number | null): Handed {
  if (status === 401 || status === 402 || status === 403 || status === 404) {
    throw providerError({
      service: 'messages',
      kind: 'server_error',
      mayHaveBeenApplied: false,
      cause: `HTTP ${status}`,
    });
  }
  return { state: 'refused', reason: twilioReason(code), problem: twilioProblem(code) };
}

function parseErrorCode(text: string): number | null {
  try {
    return rejection.safeParse(JSON.parse(text)).data?.code ?? null;
  } catch {
    // A proxy's error page contains no Twilio code.
    return null;
  }
}

const rejectBeforeSending = (reason: string): Handed => ({ state: 'refused', reason, problem: 'carrier' });
