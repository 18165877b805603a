import { type Session, wasDoneIn } from '../customers/sessions/sessions.ts';
import type { Handle } from '../database/handle.ts';
import { type AppError, appError } from '../kernel/errors.ts';
import { soldAt } from './details/details-store.ts';

/** `id`: of the card's details; `unproved`: the session that asks, unless it is proved. */
type Use = { id: number; unproved: Session | null };

/** Why a card goes to no other number, and shows no code: this session is not proved, and may not have bought it. */
export async function codeForCard(handle: Handle, { id, unproved }: Use): Promise<AppError | null> {
  const sold = unproved && (await soldAt(handle, { customerId: unproved.customerId, id }));
  return sold && !(await wasDoneIn(handle, unproved, sold)) ? appError('code_required') : null;
}
