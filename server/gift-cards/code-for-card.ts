import { type Session, wasDoneIn } from '../customers/sessions/sessions.ts';
import type { Handle } from '../database/handle.ts';
import { type AppError, appError } from '../kernel/errors.ts';
import { givenAt } from './details/details-store.ts';

/** `id`: of the card's details; `unproved`: the session that asks, unless it is proved. */
type Use = { id: number; unproved: Session | null };

/**
 * Why a card goes to no other number, and shows no code: this session is not proved, and may not have bought it, or,
 * before it is bought, not have said who it is for.
 */
export async function codeForCard(handle: Handle, { id, unproved }: Use): Promise<AppError | null> {
  const given = unproved && (await givenAt(handle, { customerId: unproved.customerId, id }));
  return given && !(await wasDoneIn(handle, unproved, given)) ? appError('code_required') : null;
}
