import type { Context } from '../context.ts';

export const NOT_A_PERSON = 'We could not check that you are a person. Please try again.';

/** The human check of the three sign-in calls (OQ-042: action 'login'). */
export function isPerson(context: Context, { token, address }: { token: string; address: string }): Promise<boolean> {
  return context.outside.humanCheck.verify({ token, action: 'login', address });
}
