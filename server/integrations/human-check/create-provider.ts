import type { ServiceHealth } from '#server/platform/ports/service.ts';
import type { Context } from '../../context.ts';
import { createGuard } from '../service/resilience-policy.ts';
import { createAltcha } from './altcha.ts';
import { createNone } from './none.ts';
import type { HumanCheck } from './port.ts';
import { createRecaptcha } from './recaptcha.ts';

type Parts = Pick<Context, 'settings' | 'database' | 'clock' | 'secrets'>;

export function createHumanCheckProvider(parts: Parts): { provider: HumanCheck; health: (() => ServiceHealth)[] } {
  const { settings, clock } = parts;
  if (settings.HUMAN_CHECK === 'none') return { provider: createNone(), health: [] };
  if (settings.HUMAN_CHECK === 'altcha') return { provider: createAltcha(parts), health: [] };
  // Short timeout, because a customer waits for the result.
  const guard = createGuard({ service: 'human check', provider: 'recaptcha', clock, timeoutMs: 3_000 });
  const provider = createRecaptcha({
    guard,
    secret: settings.RECAPTCHA_SECRET,
    url: settings.RECAPTCHA_URL,
    score: settings.RECAPTCHA_SCORE,
    hostname: new URL(settings.publicUrl).hostname,
  });
  return { provider, health: [guard.health] };
}
