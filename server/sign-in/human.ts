import type { Context } from '../context.ts';
import { isOutsideFault } from '../outside/service/port.ts';

export const NOT_A_PERSON = 'We could not check that you are a person. Please try again.';

type Asked = {
  token: string;
  address: string;
  /** What to do when the service gives no verdict: refuse where a pretended person costs money, allow where other limits hold. */
  unavailable: 'refuse' | 'allow';
};

/** The human check of the three sign-in calls and of leads (OQ-042: action 'login'). */
export async function isPerson(context: Context, { token, address, unavailable }: Asked): Promise<boolean> {
  try {
    return await context.outside.humanCheck.verify({ token, action: 'login', address });
  } catch (error) {
    if (!isOutsideFault(error)) throw error;
    context.log.warn({ err: error, unavailable }, 'the human check gave no verdict');
    return unavailable === 'allow';
  }
}
