import type { AnswerOf, InputOf } from '#contract/calls.ts';
import { isAustralianMobile } from '#contract/rules/customer/mobile.ts';
import { type RegistrationForm, registrationErrors } from '#contract/rules/customer/registration.ts';
import { TERMS_VERSION } from '#contract/rules/customer/terms-version.ts';
import type { FieldErrors } from '#contract/rules/field-errors.ts';
import { isBlank } from '#contract/rules/seen-words.ts';
import type { Context } from '#server/context.ts';
import { violates } from '#server/platform/database/database-errors.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type Idempotency, runIdempotently } from '#server/platform/http/idempotency.ts';
import { toClientKey } from '#server/platform/kernel/client-key.ts';
import { fieldErrors, type Result } from '#server/platform/kernel/errors.ts';
import { toReachableMobile } from '#server/platform/kernel/mobile-number.ts';
import { strangersNamesError } from '#server/platform/kernel/strangers-words.ts';
import { isTopLevel } from '#server/platform/kernel/top-level-domains.ts';
import { findNotShown } from '#server/platform/pictures/message/typeface.ts';
import { saveAddressBook } from '../addresses/address-book.ts';
import { addressError, resolveSavedRegion } from '../addresses/saved-address.ts';
import { insertCustomer } from '../customers-store.ts';
import { passesHumanCheck } from '../sign-in/human-check.ts';
import { readJwt } from '../sign-in/jwts.ts';
import { verificationId } from '../sign-in/phone-verification.ts';
import { claimVerification, type VerificationHolder } from '../sign-in/phone-verifications-store.ts';

type Answer = AnswerOf<'POST mobiledigital/createAccount'>;
type Registration = InputOf<'POST mobiledigital/createAccount'>['body'];

/**
 * Creates a customer whose number was verified in the last 15 minutes. The unique indexes on mobile and email reject
 * concurrent duplicates.
 */
export async function createAccount(
  context: Context,
  {
    registration,
    idempotency,
    ...client
  }: { registration: Registration; address: string; browser: string | null; idempotency: Idempotency | null },
): Promise<Result<Answer>> {
  const mobile = toReachableMobile(registration.mobile);
  const errors = validateRegistration(registration, mobile);
  // First names appear on gift card pictures, so the picture fonts must contain their characters.
  const signs = errors.fullname ? [] : await findNotShown(registration.customer.firstname);
  if (signs.length > 0) errors.fullname = { code: 'fullname_not_shown', parameters: { signs: signs.join(' ') } };
  if (!mobile || Object.keys(errors).length > 0) return fieldErrors(errors);
  const wrongAddress = registration.customer.addresses.map(addressError).find((error) => error !== null);
  if (wrongAddress) return wrongAddress;
  if (
    !(await passesHumanCheck(context, { token: registration.r_token, address: client.address, unavailable: 'allow' }))
  )
    return fieldErrors({ mobile: 'not_a_person' });
  const holder = await identifyHolder(context, { jwt: registration.jwt, ...client });
  if (!holder) return fieldErrors({ mobile: 'mobile_not_proved' });
  try {
    return await runIdempotently<Result<Answer>>(context, idempotency, (tx) =>
      register(context, tx, { registration, mobile, holder }),
    );
  } catch (error) {
    if (violates(error, 'customers_email')) return fieldErrors({ email: 'email_taken' });
    if (violates(error, 'customers_mobile_unique')) return fieldErrors({ mobile: 'mobile_taken' });
    throw error;
  }
}

function validateRegistration({ customer, mobile: typed }: Registration, mobile: string | null): FieldErrors {
  const [address] = customer.addresses;
  const form: RegistrationForm = {
    fullname: `${customer.firstname} ${customer.lastname}`,
    mobile: typed,
    street: address?.street.join(' ') ?? '',
    suburb: address?.city ?? '',
    state: (address && resolveSavedRegion(address)?.name) ?? '',
    country: 'AU',
    postcode: address?.postcode ?? '',
    email: customer.email,
    terms: true,
  };
  const errors: FieldErrors = registrationErrors(form, isTopLevel);
  const names = [customer.firstname, customer.lastname];
  if (names.some(isBlank)) errors.fullname = 'fullname_required';
  const wrong = strangersNamesError(names);
  if (wrong) errors.fullname = wrong;
  if (!mobile) errors.mobile = 'mobile_invalid';
  else if (!isAustralianMobile(mobile)) errors.mobile = 'mobile_not_australian';
  if (address && address.country_id !== 'AU') errors.country = 'address_abroad';
  return errors;
}

/**
 * Identifies the client that verified the number by its cookie, if any, and by the jwt. Magento clients send no jwt and
 * are identified by IP address. Returns null for a forged jwt.
 */
async function identifyHolder(
  context: Context,
  { jwt, address, browser }: { jwt: string | undefined; address: string; browser: string | null },
): Promise<VerificationHolder | null> {
  if (jwt === undefined) return { clientKey: toClientKey(address), browser };
  const genuine = await readJwt(context, jwt);
  return genuine && { jti: verificationId(genuine), browser };
}

async function register(
  context: Context,
  tx: Transaction,
  { registration, mobile, holder }: { registration: Registration; mobile: string; holder: VerificationHolder },
): Promise<Result<Answer>> {
  const now = context.clock.now();
  const verification = await claimVerification(tx, { mobile, holder, now });
  if (!verification) return fieldErrors({ mobile: 'mobile_not_proved' });
  const { email, firstname, lastname, addresses } = registration.customer;
  const campaignId = verification.campaignId ?? (String(registration.campaign_id ?? '') || null);
  const terms = { termsVersion: TERMS_VERSION, termsAcceptedAt: now };
  const customerId = await insertCustomer(tx, {
    mobile,
    email,
    firstname,
    lastname,
    campaignId,
    createdAt: now,
    lastSeenAt: now,
    // An email entered through a link is unconfirmed, because links can be forwarded.
    emailConfirmed: !verification.isByLink,
    ...terms,
  });
  // Drops ids sent by the client, because a new customer has no stored addresses.
  const addressBook = addresses.map(({ id: _, ...address }) => address);
  const saveError = await saveAddressBook(tx, { customerId, unverified: null, addresses: addressBook, now });
  // Throws to roll back. The addresses were validated above.
  if (saveError) throw new Error(`Saving a validated address failed: ${saveError.code}.`);
  return { status: true };
}
