import type { Context } from '../../context.ts';
import { deleteTokensExpiredBefore } from './used-tokens-store.ts';

const KEPT_MS = 24 * 60 * 60_000;

export function purgeUsedTokens({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  return deleteTokensExpiredBefore(database.orm, new Date(clock.ms() - KEPT_MS));
}
