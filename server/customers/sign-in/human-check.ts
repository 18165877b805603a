import type { Context } from '../../context.ts';
import { isProviderError } from '../../integrations/service/port.ts';

type HumanCheckInput = {
  token: string;
  address: string;
  /**
   * What to do when the service gives no verdict: refuse where a pretended person costs money, allow where other limits
   * hold.
   */
  unavailable: 'refuse' | 'allow';
};

/** The human check of the three sign-in calls and of leads (action 'login'). */
export async function isPerson(context: Context, { token, address, unavailable }: HumanCheckInput): Promise<boolean> {
  try {
    return await context.integrations.humanCheck.verify({ token, action: 'login', address });
  } catch (error) {
    if (!isProviderError(error)) throw error;
    context.log.warn({ err: error, decision: unavailable }, 'human_check.unavailable');
    return unavailable === 'allow';
  }
}
