import { z } from 'zod';
import { providerError, type ServiceHealth } from '#server/platform/ports/service.ts';
import type { Clock } from '../../clock.ts';
import type { Settings } from '../../settings.ts';
import { callHttp } from '../service/http-call.ts';
import { createGuard } from '../service/resilience-policy.ts';
import { webhookHeaders } from '../service/webhook-signature.ts';
import type { Alarms } from './port.ts';

const TIMEOUT_MS = 10_000;

/** Creates the alarm webhook, signed per Standard Webhooks. Without a URL, it posts nothing. */
export function createAlarmsProvider(
  settings: Settings,
  { clock }: { clock: Pick<Clock, 'now'> },
): { provider: Alarms; health: (() => ServiceHealth)[] } {
  const { ALARM_WEBHOOK_URL: url, ALARM_WEBHOOK_SECRET: secret, publicUrl } = settings;
  if (url === '') return { provider: { name: 'none', send: async () => undefined }, health: [] };
  const guard = createGuard({ service: 'alarms', provider: 'webhook', clock, timeoutMs: TIMEOUT_MS, retries: 0 });
  const provider: Alarms = {
    name: 'webhook',
    async send({ ref, type, occurredAt, alarm, sentence, openedAt, endedAt }) {
      const body = JSON.stringify({
        type: `alarm.${type}`,
        timestamp: occurredAt.toISOString(),
        data: { alarm, sentence, shop: publicUrl, opened_at: openedAt, ended_at: endedAt },
      });
      const answer = await callHttp(guard, {
        service: 'alarms',
        url,
        method: 'POST',
        body,
        repeatable: true,
        answer: z.unknown(),
        headers: {
          'content-type': 'application/json',
          ...webhookHeaders(secret, { id: ref, body, now: clock.now() }),
        },
      });
      if (!answer.ok)
        throw providerError({
          service: 'alarms',
          kind: 'server_error',
          mayHaveBeenApplied: false,
          cause: `HTTP ${answer.status}`,
        });
    },
  };
  return { provider, health: [guard.health] };
}
