import type { Context } from '#server/context.ts';
import { isEmailTaken } from '../customers-store.ts';

/** True: no account has this email. */
export async function isEmailAvailable(context: Context, email: string): Promise<boolean> {
  return !(await isEmailTaken(context.database.orm, email.trim()));
}
