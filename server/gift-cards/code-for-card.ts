import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isProved, type Session } from '../customers/sessions/sessions.ts';
import type { Handle } from '../database/handle.ts';
import { browserOf } from '../http/device-cookie.ts';
import { type AppError, appError } from '../kernel/errors.ts';
import { wasSoldBefore } from './details/details-store.ts';

/**
 * When a session began that must not use cards that were bought before: a link opened it, on a device where no code was
 * confirmed. Null: it may use them all.
 */
export async function unprovedSince(
  context: Context,
  { customer: session, request }: { customer: Session; request: FastifyRequest },
): Promise<Date | null> {
  const browser = browserOf({ request, settings: context.settings });
  return (await isProved(context, { session, browser })) ? null : session.createdAt;
}

/** `id`: of the card's details. */
type Use = { customerId: number; id: number; since: Date | null };

/** Why a card goes to no other number, and shows no code, in a session that is not proved since then. */
export async function codeForCard(handle: Handle, { since: instant, ...own }: Use): Promise<AppError | null> {
  return instant !== null && (await wasSoldBefore(handle, { ...own, instant })) ? appError('code_required') : null;
}
