import { and, eq, lt, sql } from 'drizzle-orm';
import type { Context } from '../context.ts';
import { mobileProofs, outgoingMessages, sessions, signInCodes, spentTokens } from '../database/schema.ts';
import { DAY } from './code-limits.ts';

/** How long each trace is kept. Codes longer than a day, because the daily cap counts them. */
const KEPT_MS = { codes: 2 * DAY, proofs: DAY, sessions: DAY, spentTokens: DAY, messages: 30 * DAY };

/** The sweep that deletes what signing in leaves behind once nobody can need it. */
export async function forgetOldSignIns({ database, clock }: Pick<Context, 'database' | 'clock'>): Promise<void> {
  const before = (keptMs: number): Date => new Date(clock.ms() - keptMs);
  const { orm } = database;
  await orm.delete(signInCodes).where(lt(signInCodes.sentAt, before(KEPT_MS.codes)));
  await orm.delete(mobileProofs).where(lt(mobileProofs.expiresAt, before(KEPT_MS.proofs)));
  await orm.delete(sessions).where(lt(sessions.expiresAt, before(KEPT_MS.sessions)));
  await orm.delete(spentTokens).where(lt(spentTokens.expiresAt, before(KEPT_MS.spentTokens)));
  const codeMessages = and(eq(outgoingMessages.purpose, 'code'), sql`${outgoingMessages.giftCardId} is null`);
  await orm.delete(outgoingMessages).where(and(codeMessages, lt(outgoingMessages.createdAt, before(KEPT_MS.messages))));
}
