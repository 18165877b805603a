import { lt } from 'drizzle-orm';
import type { Handle } from '../../database/handle.ts';
import { purgeRowsOf } from '../../database/purge.ts';
import { usedHumanCheckTokens } from '../../database/schema/schema.ts';

/** False when the token was used before: of calls at the same time one insert decides. */
export async function spendToken(handle: Handle, row: { token: string; expiresAt: Date }): Promise<boolean> {
  const used = await handle
    .insert(usedHumanCheckTokens)
    .values(row)
    .onConflictDoNothing()
    .returning({ token: usedHumanCheckTokens.token });
  return used.length === 1;
}

export async function deleteTokensExpiredBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRowsOf(usedHumanCheckTokens, handle, lt(usedHumanCheckTokens.expiresAt, before));
}
