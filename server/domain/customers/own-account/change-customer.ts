import type { InputOf } from '#contract/calls.ts';
import { isEmail } from '#contract/rules/customer/registration.ts';
import { isBlank } from '#contract/rules/seen-words.ts';
import type { Customer } from '#contract/shapes/customer.ts';
import type { Context } from '#server/context.ts';
import { violates } from '#server/platform/database/database-errors.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { runResultTransaction } from '#server/platform/database/transaction-result.ts';
import { type AppError, appError, type Result, tooManyRequestsError } from '#server/platform/kernel/errors.ts';
import { strangersNameError, strangersNamesError } from '#server/platform/kernel/strangers-words.ts';
import { findNotShown } from '#server/platform/pictures/message/typeface.ts';
import { saveAddressBook } from '../addresses/address-book.ts';
import { loadCustomer } from '../customer.ts';
import { updateCustomer } from '../customers-store.ts';
import { shownContact } from '../former-owner-rules.ts';
import { queueEmailChanged } from '../messages/change-messages.ts';
import { type CustomerRow, findCustomer, lockCustomer } from '../queries.ts';
import { recentProofError, type Session } from '../sessions/sessions.ts';

type CustomerChanges = InputOf<'PUT customers/me'>['body']['customer'];

type Change = {
  session: Session;
  /** If set, this session may not change a name or an existing address. */
  unverified: Session | null;
  changes: CustomerChanges;
  /**
   * Counts a change to another email and returns the seconds to wait. Limited, because the response reveals accounts
   * and a change sends mail.
   */
  countOtherEmail: () => Promise<number>;
};

export async function changeCustomer(
  context: Context,
  { session, unverified, changes: requestedChanges, countOtherEmail }: Change,
): Promise<Result<Customer>> {
  const { customerId } = session;
  const customer = await findCustomer(context.database.orm, customerId);
  if (!customer) throw new Error(`Customer ${customerId} does not exist.`);
  const changes = dropShownValues(customer, requestedChanges);
  const wrong = nameError(customer, changes) ?? emailError(changes) ?? (await notShownError(customer, changes));
  if (wrong) return wrong;
  if (unverified && changedNames(customer, changes).length > 0) return appError('code_required');
  if (isOtherEmail(customer, changes.email)) {
    // Checks the proof before counting the change, because this error reveals nothing.
    const proofError = recentProofError(context, session);
    if (proofError) return proofError;
    const wait = await countOtherEmail();
    if (wait > 0) return tooManyRequestsError(wait);
  }
  try {
    return await runResultTransaction(context.database, (tx) => change(context, tx, { session, unverified, changes }));
  } catch (error) {
    if (violates(error, 'customers_email')) return appError('email_in_use');
    throw error;
  }
}

/** Drops values that equal those shown to the client, because a masked name or email is not real. */
function dropShownValues(customer: CustomerRow, { lastname, email, ...changes }: CustomerChanges): CustomerChanges {
  const contact = shownContact(customer);
  return {
    ...changes,
    ...(lastname === undefined || lastname.trim() === contact.lastname ? {} : { lastname }),
    ...(email === undefined || email.trim() === contact.email ? {} : { email }),
  };
}

/** Saves the address book first. It validates everything before writing, so an error changes nothing. */
async function change(
  context: Context,
  tx: Transaction,
  { session, unverified, changes }: Omit<Change, 'countOtherEmail'>,
): Promise<Result<Customer>> {
  const { customerId } = session;
  const { addresses, firstname, lastname } = changes;
  const now = context.clock.now();
  const addressError = addresses ? await saveAddressBook(tx, { customerId, unverified, addresses, now }) : null;
  if (addressError) return addressError;
  await updateCustomer(tx, customerId, {
    ...(firstname === undefined ? {} : { firstname: firstname.trim() }),
    ...(lastname === undefined ? {} : { lastname: lastname.trim(), lastnameChangedAt: now }),
  });
  const email = changes.email?.trim();
  const emailError = email === undefined ? null : await changeEmail(context, tx, { session, email, now });
  if (emailError) return emailError;
  return loadCustomer(tx, customerId);
}

function isOtherEmail(customer: CustomerRow, email: string | undefined): boolean {
  return email !== undefined && customer.email.toLowerCase() !== email.trim().toLowerCase();
}

/** Changes the email and notifies the old address (docs/decisions/033). A change of case alone does not count. */
async function changeEmail(
  context: Context,
  tx: Transaction,
  { session, email, now }: { session: Session; email: string; now: Date },
): Promise<AppError | null> {
  const { customerId } = session;
  const customer = await lockCustomer(tx, customerId);
  if (!customer) throw new Error(`Customer ${customerId} does not exist.`);
  const isOther = isOtherEmail(customer, email);
  const proofError = isOther ? recentProofError(context, session) : null;
  if (proofError) return proofError;
  await updateCustomer(tx, customerId, { email, ...(isOther ? { emailChangedAt: now, emailConfirmed: true } : {}) });
  if (!isOther) return null;
  await queueEmailChanged(context, tx, { customer, now });
  context.log.info({ customerId }, 'customer.email_changed');
  return null;
}

const NAMES = ['firstname', 'lastname'] as const;

const changedNames = (customer: CustomerRow, changes: CustomerChanges) =>
  NAMES.filter((name) => changes[name] !== undefined && changes[name].trim() !== customer[name]);

function nameError(customer: CustomerRow, changes: CustomerChanges): AppError | null {
  const blank = NAMES.find((name) => changes[name] !== undefined && isBlank(changes[name]));
  if (blank) return appError('field_required', { fieldName: blank });
  const changed = changedNames(customer, changes);
  if (changed.length === 0) return null;
  const { firstname, lastname } = { ...customer, ...changes };
  const parts = [...changed.map((name) => changes[name] ?? ''), `${firstname} ${lastname}`];
  const wrong = strangersNamesError(parts);
  if (!wrong) return null;
  if (wrong === 'name_with_link') return appError(wrong);
  const index = parts.findIndex((part) => strangersNameError(part) === wrong);
  return appError('invalid_value', {
    fieldName: changed[index] ?? changed[0] ?? '',
    value: JSON.stringify(parts[index]),
  });
}

/** Rejects a first name that gift card pictures cannot render. Accepts a stored name that is sent unchanged. */
async function notShownError(customer: CustomerRow, { firstname }: CustomerChanges): Promise<AppError | null> {
  if (firstname === undefined || firstname.trim() === customer.firstname) return null;
  const signs = (await findNotShown(firstname)).join(' ');
  if (signs === '') return null;
  return appError('invalid_value', { fieldName: 'firstname', value: signs });
}

function emailError({ email }: CustomerChanges): AppError | null {
  if (email === undefined || isEmail(email)) return null;
  return appError('invalid_value', { fieldName: 'email', value: email.slice(0, 60) });
}
