import { z } from 'zod';
import { messageProblems } from '#contract/gift-cards.ts';
import type { CarrierReports, Handed, Hooks, Messages, OutgoingMessage } from '#server/platform/ports/messages.ts';
import { providerError } from '#server/platform/ports/service.ts';
import type { Clock } from '../../../clock.ts';
import { callHttp } from '../../service/http-call.ts';
import type { Guard } from '../../service/resilience-policy.ts';
import { isSignedWebhook, webhookHeaders } from '../../service/webhook-signature.ts';
import { chooseSenderName } from '../senders/sender-choice.ts';

export type WebhookSettings = { url: string; secret: string; shopsName: string };

const CODE_LIFE_SECONDS = 600;

/** Error detail shown to operators. Gateways must not put phone numbers or message text in it. */
const reason = z.string().max(200).optional();
const problem = z.enum(messageProblems).optional().catch(undefined);

const answered = z.discriminatedUnion('state', [
  z.object({ state: z.enum(['sent', 'delivered']), id: z.string().min(1).max(200) }),
  z.object({ state: z.literal('refused'), reason, problem }),
]);

/**
 * The gateway must deduplicate by webhook-id and repeat its first response, so messages without a response can be
 * resent (docs/how-to/connect-any-gateway.md).
 */
export function createWebhook(guard: Guard, settings: WebhookSettings & { clock: Pick<Clock, 'now'> }): Messages {
  return {
    name: 'webhook',
    idempotent: true,
    campaignSender: 'gateway',
    async send(message): Promise<Handed> {
      const body = JSON.stringify(buildPayload(message, settings));
      const answer = await callHttp(guard, {
        service: 'messages',
        url: settings.url,
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...webhookHeaders(settings.secret, { id: message.ref, body, now: settings.clock.now() }),
        },
        body,
        repeatable: true,
        answer: answered,
      });
      if (!answer.ok) {
        if (answer.status !== 400 && answer.status !== 422) throw retryLaterError(answer.status);
        return {
          state: 'refused',
          reason: `The gateway refused the request with ${answer.status}`,
          problem: 'carrier',
        };
      }
      const { body: result } = answer;
      if (result.state !== 'refused') return { state: result.state, providerId: result.id };
      return {
        state: 'refused',
        reason: result.reason ?? 'The gateway refused the message',
        problem: result.problem ?? 'carrier',
      };
    },
  };
}

/** A wrong key or URL says nothing about the message, so the message waits. */
const retryLaterError = (status: number) =>
  providerError({ service: 'messages', kind: 'server_error', mayHaveBeenApplied: false, cause: `HTTP ${status}` });

function buildPayload(message: OutgoingMessage, { clock, shopsName }: WebhookSettings & { clock: Pick<Clock, 'now'> }) {
  return {
    type: 'message.send',
    timestamp: clock.now().toISOString(),
    data: {
      ref: message.ref,
      to: message.to,
      kind: message.kind,
      text: message.text,
      media_url: message.mediaUrl ?? null,
      sender: chooseSenderName(message, shopsName),
      purpose: message.purpose,
      valid_for_seconds: message.purpose === 'code' ? CODE_LIFE_SECONDS : null,
    },
  };
}

const GATEWAY_HOOK = '/hooks/messages/gateway';

const reported = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.receipt'),
    data: z.object({
      ref: z.string().min(1).max(200),
      id: z.string().max(200).optional(),
      state: z.enum(['sent', 'delivered', 'failed']),
      reason,
      problem,
    }),
  }),
  z.object({
    type: z.literal('message.reply'),
    data: z.object({ from: z.string().max(40), text: z.string().max(10_000) }),
  }),
]);

export function createWebhookHooks(
  options: { secret: string; clock: Pick<Clock, 'now'> },
  reports: CarrierReports,
): Hooks {
  return {
    [GATEWAY_HOOK]: {
      isFromCarrier: ({ headers, body }) =>
        isSignedWebhook(options.secret, { headers, body, now: options.clock.now() }),
      async take({ body }) {
        const read = reported.safeParse(parseJson(body));
        if (!read.success) return 'unreadable';
        if (read.data.type === 'message.reply') {
          await reports.reply({ ...read.data.data, sender: 'gateway' });
          return 'taken';
        }
        const { id, ...report } = read.data.data;
        await reports.report({ ...report, ...(id === undefined ? {} : { providerId: id }) });
        return 'taken';
      },
    },
  };
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The body is not JSON; the schema rejects undefined.
    return undefined;
  }
}
