import type { Context } from '#server/context.ts';
import { isEmailTaken } from '../customers-store.ts';

export async function isEmailAvailable(context: Context, email: string): Promise<boolean> {
  return !(await isEmailTaken(context.database.orm, email.trim()));
}
