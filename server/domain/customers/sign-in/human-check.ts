import type { Context } from '#server/context.ts';
import type { HumanAction } from '#server/integrations/human-check/port.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { isProviderError } from '#server/platform/ports/service.ts';
import { type CodeChannel, workNeeded } from './code-limits.ts';
import { readSpend } from './codes-store.ts';

type HumanCheckInput = {
  token: string;
  address: string;
  action?: HumanAction;
  /** The decision if the CAPTCHA service is down. Use 'refuse' where bots cost money. */
  unavailable: 'refuse' | 'allow';
};

/** Returns the proof of work in `token`, or infinity if the human check requires no work. */
export function readWork({ integrations }: Context, token: string): number {
  return integrations.humanCheck.readWork?.(token) ?? Number.POSITIVE_INFINITY;
}

/**
 * Returns whether the CAPTCHA was passed. `action`: 'login' for sign-in calls and leads, 'checkout' for payments during
 * card testing.
 */
export async function passesHumanCheck(
  context: Context,
  { token, address, action = 'login', unavailable }: HumanCheckInput,
): Promise<boolean> {
  try {
    const isGood = await context.integrations.humanCheck.verify({ token, action, address });
    if (!isGood) logSecurity(context.log, 'human_check.failed', { action });
    return isGood;
  } catch (error) {
    if (!isProviderError(error)) throw error;
    context.log.warn({ err: error, decision: unavailable }, 'human_check.unavailable');
    return unavailable === 'allow';
  }
}

export async function computeRequiredWork(
  { database, clock, settings }: Context,
  request: { channel: CodeChannel; prefix: string },
): Promise<number> {
  return workNeeded(await readSpend(database.orm, { ...request, now: clock.now() }), settings);
}
