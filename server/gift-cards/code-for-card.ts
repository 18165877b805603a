import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { isProved, type Session } from '../customers/sessions/sessions.ts';
import { browserOf } from '../http/device-cookie.ts';
import { type AppError, appError } from '../kernel/errors.ts';
import { wasSoldBefore } from './details/details-store.ts';

type Asked = { customer: Session; request: FastifyRequest };
/** `id`: of the card's details. `mobile`: the number the card is to go to; null: its code is to be shown. */
type Use = { id: number | null; mobile: string | null };

/**
 * Why a session neither sends a card to another number nor shows its code: a link opened it, on a device where no code
 * was confirmed, and the card was bought before. Null when nothing keeps it from that.
 */
export async function codeForCard(
  context: Context,
  { customer: session, request }: Asked,
  { id, mobile }: Use,
): Promise<AppError | null> {
  const browser = browserOf({ request, settings: context.settings });
  if (id === null || (await isProved(context, { session, browser }))) return null;
  const { customerId, createdAt: instant } = session;
  const sold = await wasSoldBefore(context.database.orm, { customerId, id, instant, mobile });
  return sold ? appError('code_required') : null;
}
