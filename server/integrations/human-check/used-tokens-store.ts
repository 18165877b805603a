import { lt } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { usedHumanCheckTokens } from '#server/platform/database/schema/schema.ts';

/** Returns false if the token was already used. A single insert decides between concurrent calls. */
export async function spendToken(handle: Handle, row: { token: string; expiresAt: Date }): Promise<boolean> {
  const used = await handle
    .insert(usedHumanCheckTokens)
    .values(row)
    .onConflictDoNothing()
    .returning({ token: usedHumanCheckTokens.token });
  return used.length === 1;
}

export async function deleteTokensExpiredBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(usedHumanCheckTokens, handle, lt(usedHumanCheckTokens.expiresAt, before));
}
