import type { AnswerOf, InputOf } from '#contract/calls.ts';
import { isAustralianMobile, MOBILE_MESSAGE } from '#contract/rules/mobile.ts';
import type { Problems } from '#contract/rules/recipient.ts';
import { EMAIL_TAKEN, type RegistrationForm, registrationProblems } from '#contract/rules/registration.ts';
import { saveAddressBook } from '../account/address-book.ts';
import { addressFailure, ONLY_AUSTRALIA, regionOf } from '../account/saved-address.ts';
import type { Context } from '../context.ts';
import { violates } from '../database/database-errors.ts';
import type { Transaction } from '../database/handle.ts';
import type { Failure } from '../http/failures.ts';
import { type Idempotency, idempotent } from '../http/idempotency.ts';
import { isPerson, NOT_A_PERSON } from './human.ts';
import { readJwt } from './jwts.ts';
import { insertMember } from './members-store.ts';
import { reachableMobile } from './mobile-number.ts';
import { proofId } from './proof.ts';
import { spendProof } from './proofs-store.ts';
import { senderOf } from './sender.ts';

type Answer = AnswerOf<'POST mobiledigital/createAccount'>;
type Registration = InputOf<'POST mobiledigital/createAccount'>['body'];

/** The date of the terms that a member accepts by registering. */
const TERMS_VERSION = '2020-09-11';

const NOT_PROVED = 'Please confirm your mobile with a code first.';
const HAS_ACCOUNT = 'This mobile has an account already. Please sign in.';
const NOT_AUSTRALIAN = 'Please use an Australian mobile to register.';

/**
 * Registers a mobile that a code or campaign link has proved in the last 15 minutes. The spent proof, the member and
 * the addresses are one transaction; the unique mobile and email settle parallel calls.
 */
export async function createAccount(
  context: Context,
  {
    registration,
    address,
    idempotency,
  }: { registration: Registration; address: string; idempotency: Idempotency | null },
): Promise<Answer | Failure> {
  const mobile = reachableMobile(registration.mobile);
  const problems = problemsOf(registration, mobile);
  if (!mobile || Object.keys(problems).length > 0) return refused(problems);
  const unfit = registration.customer.addresses.map(addressFailure).find((found) => found !== null);
  if (unfit) return unfit;
  if (!(await isPerson(context, { token: registration.r_token, address, unavailable: 'allow' })))
    return refused({ mobile: NOT_A_PERSON });
  const holder = await holderOf(context, { jwt: registration.jwt, mobile, address });
  if (!holder) return refused({ mobile: NOT_PROVED });
  try {
    return await idempotent(context, idempotency, (tx) => register(context, tx, { registration, mobile, holder }));
  } catch (error) {
    if (violates(error, 'members_email')) return refused({ email: EMAIL_TAKEN });
    if (violates(error, 'members_mobile_unique')) return refused({ mobile: HAS_ACCOUNT });
    throw error;
  }
}

/** Sending the form accepts the terms: the checkbox stands in front of the button (VA-27). */
function problemsOf({ customer, mobile: typed }: Registration, mobile: string | null): Problems {
  const [address] = customer.addresses;
  const form: RegistrationForm = {
    fullname: `${customer.firstname} ${customer.lastname}`,
    mobile: typed,
    street: address?.street.join(' ') ?? '',
    suburb: address?.city ?? '',
    state: (address && regionOf(address)?.name) ?? '',
    country: 'AU',
    postcode: address?.postcode ?? '',
    email: customer.email,
    terms: true,
  };
  const problems: Problems = registrationProblems(form);
  if (!mobile) problems.mobile = MOBILE_MESSAGE;
  else if (!isAustralianMobile(mobile)) problems.mobile = NOT_AUSTRALIAN;
  if (address && address.country_id !== 'AU') problems.country = ONLY_AUSTRALIA;
  return problems;
}

type Holder = Parameters<typeof spendProof>[1]['holder'];

/**
 * Who may use a proof of this mobile: whoever shows its jwt; without one (the specification's call carries none) whoever calls from
 * where it was made. Null for a jwt that is not genuine or is another mobile's.
 */
async function holderOf(
  context: Context,
  { jwt, mobile, address }: { jwt: string | undefined; mobile: string; address: string },
): Promise<Holder | null> {
  if (jwt === undefined) return { sender: senderOf(address) };
  const genuine = await readJwt(context, jwt);
  return genuine?.mobile === mobile ? { jti: proofId(genuine) } : null;
}

async function register(
  context: Context,
  tx: Transaction,
  { registration, mobile, holder }: { registration: Registration; mobile: string; holder: Holder },
): Promise<Answer> {
  const now = context.clock.now();
  const proof = await spendProof(tx, { mobile, holder, now });
  if (!proof) return refused({ mobile: NOT_PROVED });
  const { email, firstname, lastname, addresses } = registration.customer;
  const campaignId = proof.campaignId ?? (String(registration.campaign_id ?? '') || null);
  const terms = { termsVersion: TERMS_VERSION, termsAcceptedAt: now };
  const memberId = await insertMember(tx, { mobile, email, firstname, lastname, campaignId, createdAt: now, ...terms });
  // Ids of somebody else's making have no meaning for a member who has no address yet.
  const found = await saveAddressBook(tx, { memberId, addresses: addresses.map(({ id: _, ...given }) => given) });
  // Every address was checked before; thrown, so that nothing of the registration stays.
  if (found) throw new Error(`A checked address was refused: ${found.code}`);
  return { status: true };
}

function refused(problems: Problems): Answer {
  return { status: false, input_validation: problems as Record<string, string> };
}
