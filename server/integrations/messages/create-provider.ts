import type { Database } from '#server/platform/database/database.ts';
import type { CarrierReports, Hooks, Messages } from '#server/platform/ports/messages.ts';
import type { ServiceHealth } from '#server/platform/ports/service.ts';
import type { Clock } from '../../clock.ts';
import type { Settings } from '../../settings.ts';
import { createGuard, type Guard } from '../service/resilience-policy.ts';
import { createClickSend } from './clicksend/clicksend.ts';
import { createClickSendHooks } from './clicksend/clicksend-hooks.ts';
import { createPhone } from './phone/phone.ts';
import { createTwilio } from './twilio/twilio.ts';
import { createTwilioHooks, TWILIO_REPORTS } from './twilio/twilio-hooks.ts';
import { createWebhook, createWebhookHooks } from './webhook/webhook.ts';

type Parts = { database: Pick<Database, 'orm'>; clock: Pick<Clock, 'now'> };
type Carrier = { provider: Messages; hooks: (reports: CarrierReports) => Hooks };

export type ChosenMessages = {
  provider: Messages;
  health: (() => ServiceHealth)[];
  hooks: (reports: CarrierReports) => Hooks;
};

/** Short timeout, because a customer may be waiting. */
const TIMEOUT_MS = 10_000;

export function createMessagesProvider(settings: Settings, parts: Parts): ChosenMessages {
  const { MESSAGES: name } = settings;
  if (name === 'phone') return { provider: createPhone(parts), health: [], hooks: () => ({}) };
  const guard = createGuard({ service: 'messages', provider: name, clock: parts.clock, timeoutMs: TIMEOUT_MS });
  const { provider, hooks } = CARRIERS[name](guard, settings, parts.clock);
  return { provider, health: [guard.health], hooks };
}

const CARRIERS = { twilio: createTwilioCarrier, clicksend: createClickSendCarrier, webhook: createWebhookCarrier };

function createTwilioCarrier(guard: Guard, settings: Settings): Carrier {
  const { publicUrl, TWILIO_AUTH_TOKEN: authToken, TWILIO_MESSAGING_SERVICE_SID: messagingServiceSid } = settings;
  const provider = createTwilio(guard, {
    accountSid: settings.TWILIO_ACCOUNT_SID,
    user: settings.TWILIO_API_KEY || settings.TWILIO_ACCOUNT_SID,
    password: settings.TWILIO_API_SECRET || authToken,
    from: settings.TWILIO_FROM,
    messagingServiceSid,
    shopsName: settings.MESSAGE_SENDER_ID,
    apiBase: settings.TWILIO_API_BASE.replace(/\/+$/, ''),
    reportsUrl: `${publicUrl}${TWILIO_REPORTS}`,
  });
  return { provider, hooks: (reports) => createTwilioHooks({ publicUrl, authToken, messagingServiceSid }, reports) };
}

function createClickSendCarrier(guard: Guard, settings: Settings): Carrier {
  const provider = createClickSend(guard, {
    username: settings.CLICKSEND_USERNAME,
    apiKey: settings.CLICKSEND_API_KEY,
    from: settings.CLICKSEND_FROM,
    shopsName: settings.MESSAGE_SENDER_ID,
    apiBase: settings.CLICKSEND_API_BASE.replace(/\/+$/, ''),
  });
  const options = { secret: settings.CLICKSEND_HOOK_SECRET, campaignSender: provider.campaignSender };
  return { provider, hooks: (reports) => createClickSendHooks(options, reports) };
}

function createWebhookCarrier(guard: Guard, settings: Settings, clock: Parts['clock']): Carrier {
  const { MESSAGE_GATEWAY_URL: url, MESSAGE_GATEWAY_SECRET: secret, MESSAGE_SENDER_ID: shopsName } = settings;
  const provider = createWebhook(guard, { url, secret, shopsName, clock });
  return { provider, hooks: (reports) => createWebhookHooks({ secret, clock }, reports) };
}
