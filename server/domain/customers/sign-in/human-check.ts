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
  /**
   * What to do when the service gives no verdict: refuse where a pretended person costs money, allow where other limits
   * hold.
   */
  unavailable: 'refuse' | 'allow';
};

/** How many times the least work stands behind a token that isPerson() has found good; infinite where none is asked for. */
export function workOf({ integrations }: Context, token: string): number {
  return integrations.humanCheck.workOf?.(token) ?? Number.POSITIVE_INFINITY;
}

/** The human check: of the sign-in calls and of leads (action 'login'), and of paying while cards are tested. */
export async function isPerson(
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

/**
 * How many times the least work a code to a stranger takes now, by what was sent lately on this channel; by text, to a
 * number of this run.
 */
export async function workForCode(
  { database, clock, settings }: Context,
  asked: { channel: CodeChannel; prefix: string },
): Promise<number> {
  return workNeeded(await readSpend(database.orm, { ...asked, now: clock.now() }), settings);
}
