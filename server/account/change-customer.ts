import type { InputOf } from '#contract/calls.ts';
import { isEmail } from '#contract/rules/registration.ts';
import type { Customer } from '#contract/shapes.ts';
import type { Context } from '../context.ts';
import { violates } from '../database/database-errors.ts';
import type { Transaction } from '../database/handle.ts';
import { type Failure, failure } from '../http/failures.ts';
import { saveAddressBook } from './address-book.ts';
import { customerIn } from './customer.ts';
import { updateMember } from './store.ts';

type CustomerChanges = InputOf<'PUT customers/me'>['body']['customer'];

/** PUT customers/me: what is not given stays; answers the whole customer as it then is. */
export async function changeCustomer(
  context: Context,
  { memberId, changes }: { memberId: number; changes: CustomerChanges },
): Promise<Customer | Failure> {
  const wrong = nameFailure(changes) ?? emailFailure(changes);
  if (wrong) return wrong;
  try {
    return await context.database.transaction((tx) => change(tx, { memberId, changes }));
  } catch (error) {
    if (violates(error, 'members_email')) return failure('email_taken');
    throw error;
  }
}

/** The address book checks everything before it writes, so a failure leaves nothing half changed. */
async function change(
  tx: Transaction,
  { memberId, changes }: { memberId: number; changes: CustomerChanges },
): Promise<Customer | Failure> {
  const { addresses, email, firstname, lastname } = changes;
  const found = addresses ? await saveAddressBook(tx, { memberId, addresses }) : null;
  if (found) return found;
  await updateMember(tx, memberId, {
    ...(email === undefined ? {} : { email: email.trim() }),
    ...(firstname === undefined ? {} : { firstname: firstname.trim() }),
    ...(lastname === undefined ? {} : { lastname: lastname.trim() }),
  });
  return customerIn(tx, memberId);
}

function nameFailure(changes: CustomerChanges): Failure | null {
  const blank = (['firstname', 'lastname'] as const).find(
    (name) => changes[name] !== undefined && changes[name].trim() === '',
  );
  return blank ? failure('field_required', { fieldName: blank }) : null;
}

function emailFailure({ email }: CustomerChanges): Failure | null {
  if (email === undefined || isEmail(email)) return null;
  return failure('invalid_value', { fieldName: 'email', value: email.slice(0, 60) });
}
