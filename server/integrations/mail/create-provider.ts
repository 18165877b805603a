import type { Mail } from '#server/platform/ports/mail.ts';
import type { ServiceHealth } from '#server/platform/ports/service.ts';
import type { Context } from '../../context.ts';
import { createGuard } from '../service/resilience-policy.ts';

/** Long timeouts, because receipts are not urgent. */
const STEP_MS = 15_000;
const TIMEOUT_MS = 45_000;
const HERE = /^(localhost|127\.0\.0\.1|\[::1\])$/;

export async function createMailProvider(
  parts: Pick<Context, 'settings' | 'clock'>,
): Promise<{ provider: Mail; health: (() => ServiceHealth)[] }> {
  const { settings, clock } = parts;
  if (settings.MAIL === 'none') {
    return { provider: { name: 'none', send: async () => ({ state: 'refused', reason: 'MAIL=none' }) }, health: [] };
  }
  const guard = createGuard({ service: 'mail', provider: 'smtp', clock, timeoutMs: TIMEOUT_MS, retries: 0 });
  const { createSmtp } = await import('./smtp.ts');
  const provider = createSmtp({
    guard,
    url: settings.SMTP_URL,
    from: settings.MAIL_FROM,
    hostname: new URL(settings.publicUrl).hostname,
    timeoutMs: STEP_MS,
    encrypted: !HERE.test(new URL(settings.SMTP_URL).hostname),
  });
  return { provider, health: [guard.health] };
}
