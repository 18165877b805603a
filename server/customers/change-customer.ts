import type { InputOf } from '#contract/calls.ts';
import { isEmail } from '#contract/rules/customer/registration.ts';
import type { Customer } from '#contract/shapes/customer.ts';
import type { Context } from '../context.ts';
import { violates } from '../database/database-errors.ts';
import type { Transaction } from '../database/handle.ts';
import { type AppError, appError, type Result } from '../kernel/errors.ts';
import { findNotShown } from '../pictures/message/typeface.ts';
import { saveAddressBook } from './addresses/address-book.ts';
import { customerIn } from './customer.ts';
import { findCustomer, updateCustomer } from './customers-store.ts';

type CustomerChanges = InputOf<'PUT customers/me'>['body']['customer'];

/** PUT customers/me: what is not given stays; returns the whole customer as it then is. */
export async function changeCustomer(
  context: Context,
  { customerId, changes }: { customerId: number; changes: CustomerChanges },
): Promise<Result<Customer>> {
  const wrong = nameError(changes) ?? emailError(changes) ?? (await notShownError(context, { customerId, changes }));
  if (wrong) return wrong;
  try {
    return await context.database.transaction((tx) => change(tx, { customerId, changes }));
  } catch (error) {
    if (violates(error, 'customers_email')) return appError('email_in_use');
    throw error;
  }
}

/** The address book checks everything before it writes, so a failure leaves nothing half changed. */
async function change(
  tx: Transaction,
  { customerId, changes }: { customerId: number; changes: CustomerChanges },
): Promise<Result<Customer>> {
  const { addresses, email, firstname, lastname } = changes;
  const addressError = addresses ? await saveAddressBook(tx, { customerId, addresses }) : null;
  if (addressError) return addressError;
  await updateCustomer(tx, customerId, {
    ...(email === undefined ? {} : { email: email.trim() }),
    ...(firstname === undefined ? {} : { firstname: firstname.trim() }),
    ...(lastname === undefined ? {} : { lastname: lastname.trim() }),
  });
  return customerIn(tx, customerId);
}

function nameError(changes: CustomerChanges): AppError | null {
  const blank = (['firstname', 'lastname'] as const).find(
    (name) => changes[name] !== undefined && changes[name].trim() === '',
  );
  return blank ? appError('field_required', { fieldName: blank }) : null;
}

/** A first name stands on the picture of every gift card its customer sends. One that is stored already may stay. */
async function notShownError(
  { database }: Context,
  { customerId, changes: { firstname } }: { customerId: number; changes: CustomerChanges },
): Promise<AppError | null> {
  if (firstname === undefined) return null;
  const signs = (await findNotShown(firstname)).join(' ');
  if (signs === '' || (await findCustomer(database.orm, customerId))?.firstname === firstname.trim()) return null;
  return appError('invalid_value', { fieldName: 'firstname', value: signs });
}

function emailError({ email }: CustomerChanges): AppError | null {
  if (email === undefined || isEmail(email)) return null;
  return appError('invalid_value', { fieldName: 'email', value: email.slice(0, 60) });
}
