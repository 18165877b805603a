import { emailError } from '#contract/rules/customer/registration.ts';
import type { FieldError } from '#contract/rules/field-errors.ts';
import { CODE_LIFE_MS } from '#contract/rules/limits.ts';
import type { Context } from '#server/context.ts';
import { type AppError, fieldErrors, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { letterHtml } from '#server/platform/kernel/text.ts';
import type { Composed, MessageRow } from '#server/platform/messaging/purposes.ts';
import { isDeviceOfCustomer } from '../devices/known-devices-store.ts';
import { type CustomerRow, findCustomer } from '../queries.ts';
import { identifyCodeHolder, type Session } from '../sessions/sessions.ts';
import { claimCode, createRequester } from '../sign-in/claim-code.ts';
import { passesHumanCheck } from '../sign-in/human-check.ts';
import { sendCode } from '../sign-in/send-code.ts';
import { findCustomerToRecover, mailboxDenial, resolveProofEmail } from './email-proof.ts';

type Answer = { status: true };
type Request = { token: string; address: string; browser: string | null };
type To = { email: string; customer: CustomerRow | null; isSignedIn: boolean };
type Sending = { message: MessageRow | null; code: string };

export async function sendEmailCode(
  context: Context,
  { session, ...requestFields }: Request & { session: Pick<Session, 'customerId' | 'link' | 'tokenHash'> },
): Promise<Result<Answer>> {
  const request = { ...requestFields, browser: identifyCodeHolder(requestFields.browser, session) };
  const error = await requestError(context, request);
  if (error) return error;
  const customer = await findCustomer(context.database.orm, session.customerId);
  if (!customer) throw new Error(`Customer ${session.customerId} does not exist.`);
  const email = resolveProofEmail(customer);
  const denial = mailboxDenial(customer, { email, now: context.clock.now() });
  if (denial) return fieldErrors({ email: denial });
  const sending = await claim(context, { email, customer, isSignedIn: session.link === null }, request);
  if (isAppError(sending)) return sending;
  return (await send(context, sending)) ? { status: true } : fieldErrors({ email: 'email_unavailable' });
}

/** Unknown addresses get the same response and limits, but no mail. */
export async function sendRecoveryCode(
  context: Context,
  { email: typed, ...request }: Request & { email: string },
): Promise<Result<Answer>> {
  const error = await requestError(context, request);
  if (error) return error;
  const wrong = emailError(typed);
  if (wrong) return fieldErrors({ email: wrong });
  const email = typed.trim().toLowerCase();
  const customer = await findCustomerToRecover(context, email);
  const sending = await claim(context, { email, customer, isSignedIn: false }, request);
  if (isAppError(sending)) return sending;
  // Not awaited, because the response time would reveal whether an account exists.
  void send(context, sending);
  return { status: true };
}

async function requestError(context: Context, { token, address }: Request): Promise<AppError | null> {
  if (context.integrations.mail.name === 'none') return fieldErrors({ email: 'email_unavailable' });
  return (await passesHumanCheck(context, { token, address, unavailable: 'refuse' }))
    ? null
    : fieldErrors({ email: 'not_a_person' });
}

async function claim(context: Context, to: To, { token, address, browser }: Request): Promise<Result<Sending>> {
  const { email, customer } = to;
  const knownDevice = await isKnown(context, to, browser);
  const requester = createRequester(address, { channel: 'email', recipient: email, browser, knownDevice });
  const customerId = customer ? { customerId: customer.id } : {};
  const claimed = await claimCode(context, { requester, token, reaches: customer !== null, ...customerId });
  if ('wait' in claimed) {
    const error: FieldError = { code: 'wait_before_next_code', parameters: { seconds: claimed.wait } };
    return fieldErrors({ email: error }, { retryAfter: claimed.wait });
  }
  // The client then requests a harder proof-of-work challenge and retries.
  return 'tooLight' in claimed ? fieldErrors({ email: 'not_a_person' }) : claimed;
}

/**
 * Trusts a signed-in or known device, except for an unverified account, whose number and email may have different
 * owners.
 */
async function isKnown(
  { database, clock }: Context,
  { customer, isSignedIn }: To,
  browser: string | null,
): Promise<boolean> {
  if (!customer || customer.unprovedSince) return false;
  if (isSignedIn) return true;
  const browsers = browser === null ? [] : [browser];
  return isDeviceOfCustomer(database.orm, { customerId: customer.id, browsers, now: clock.now() });
}

async function send(context: Context, { message, code }: Sending): Promise<boolean> {
  return !message || (await sendCode(context, { message, composed: composeCodeMail(context, code) })) === 'sent';
}

function composeCodeMail({ settings }: Context, code: string): Composed {
  const minutes = CODE_LIFE_MS / 60_000;
  const paragraphs = [
    `Your code is ${code}. It works for ${minutes} minutes.`,
    'Enter it where you asked for it, and never share it: it opens your account.',
    `If you did not ask for it, someone may have typed your address by mistake. Questions: ${settings.OPERATOR_CONTACT}`,
    settings.SHOP_NAME,
  ];
  return {
    subject: `${settings.SHOP_NAME}: your code`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: letterHtml(paragraphs),
  };
}
