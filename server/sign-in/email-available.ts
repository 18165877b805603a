import type { Context } from '../context.ts';
import { isEmailTaken } from './members-store.ts';

/** True: no account has this email (CA-28). */
export async function isEmailAvailable(context: Context, email: string): Promise<boolean> {
  return !(await isEmailTaken(context.database.orm, email.trim()));
}
