import { emailError } from '#contract/rules/customer/registration.ts';
import type { FieldError } from '#contract/rules/field-errors.ts';
import { CODE_LIFE_MS, CODE_RESEND_MS } from '#contract/rules/limits.ts';
import type { Context } from '../../context.ts';
import { clientKeyOf } from '../../kernel/client-key.ts';
import { type AppError, fieldErrors, isAppError, type Result } from '../../kernel/errors.ts';
import { logSecurity } from '../../kernel/telemetry/security-events.ts';
import { letterHtml } from '../../kernel/text.ts';
import type { Composed, MessageRow } from '../../messaging/purposes.ts';
import { claimNewMessage } from '../../messaging/queue-message.ts';
import { sendClaimedMessage } from '../../messaging/send-claimed-message.ts';
import { type CustomerRow, customerOfEmail, customersOfFormerEmail, findCustomer } from '../customers-store.ts';
import { isFormerMailbox } from '../former-owner-rules.ts';
import { hashCode, newCode } from '../sign-in/code-hash.ts';
import { secondsToWait } from '../sign-in/code-limits.ts';
import { isPerson } from '../sign-in/human-check.ts';
import { codeMessages } from '../sign-in/send-code.ts';
import { blockingEmailSends, insertEmailCode, lockEmailSends, type MailLimit } from './email-codes-store.ts';
import { isTooNew, proofEmailOf } from './email-proof.ts';

type Answer = { status: true };
type Request = { token: string; address: string };
type To = { email: string; customerId: number | null; clientKey: string };
type Sending = { message: MessageRow | null; code: string };

/** Mails a code to the signed-in customer's own address. */
export async function sendEmailCode(
  context: Context,
  { customerId, ...request }: Request & { customerId: number },
): Promise<Result<Answer>> {
  const error = await requestError(context, request);
  if (error) return error;
  const customer = await findCustomer(context.database.orm, customerId);
  if (!customer) throw new Error(`Customer ${customerId} is gone.`);
  const { unprovedEmail, emailChangedAt } = customer;
  if (unprovedEmail === null && isTooNew(emailChangedAt, context.clock.now()))
    return fieldErrors({ email: 'email_changed_lately' });
  const to = { email: proofEmailOf(customer), customerId, clientKey: clientKeyOf(request.address) };
  const sending = await claimSend(context, to);
  if (isAppError(sending)) return sending;
  return (await send(context, sending)) ? { status: true } : fieldErrors({ email: 'email_unavailable' });
}

/**
 * Mails a code to whoever has lost the number. An address that no account has gets the same answer after the same
 * limits, and no mail.
 */
export async function sendRecoveryCode(
  context: Context,
  { email: typed, ...request }: Request & { email: string },
): Promise<Result<Answer>> {
  const error = await requestError(context, request);
  if (error) return error;
  const wrong = emailError(typed);
  if (wrong) return fieldErrors({ email: wrong });
  const email = typed.trim().toLowerCase();
  const customer = await customerToRecover(context, email);
  const to = { email, customerId: customer?.id ?? null, clientKey: clientKeyOf(request.address) };
  const sending = await claimSend(context, to);
  if (isAppError(sending)) return sending;
  // Not awaited: the time the mail server takes would tell an account from none.
  void send(context, sending);
  return { status: true };
}

/** Whose account proof of this mailbox opens; whoever has the number now may have given it another email. */
async function customerToRecover({ database, clock }: Context, email: string): Promise<CustomerRow | null> {
  const now = clock.now();
  const named = await customerOfEmail(database.orm, email);
  if (named && mayRecover(named, { email, now })) return named;
  const former = await customersOfFormerEmail(database.orm, email);
  return former.find((customer) => mayRecover(customer, { email, now })) ?? null;
}

/** Who went on without the proof has an account of their own, which the mailbox of before does not open. */
function mayRecover(customer: CustomerRow, { email, now }: { email: string; now: Date }): boolean {
  if (proofEmailOf(customer) !== email || isFormerMailbox({ ...customer, unprovedSince: null })) return false;
  return customer.unprovedEmail !== null || !isTooNew(customer.emailChangedAt, now);
}

async function requestError(context: Context, request: Request): Promise<AppError | null> {
  if (context.integrations.mail.name === 'none') return fieldErrors({ email: 'email_unavailable' });
  return (await isPerson(context, { ...request, unavailable: 'refuse' }))
    ? null
    : fieldErrors({ email: 'not_a_person' });
}

/** Under limits as those on codes by text to a stranger, with the mailbox in place of the mobile. */
async function claimSend(context: Context, { customerId, ...requester }: To): Promise<Result<Sending>> {
  const code = newCode();
  const codeHash = await hashCode(context, code);
  const limits = mailLimits(context.settings);
  return context.database.transaction(async (tx) => {
    await lockEmailSends(tx);
    const now = context.clock.now();
    const blocking = await blockingEmailSends(tx, { limits, requester, now });
    const wait = secondsToWait({ limits, blocking, now });
    if (wait > 0) {
      const known = { customerId: customerId ?? undefined };
      logSecurity(context.log, 'sign_in.code_limit', { ...known, by: 'mail', retryAfter: wait });
      const error: FieldError = { code: 'wait_before_next_code', parameters: { seconds: wait } };
      return fieldErrors({ email: error }, { retryAfter: wait });
    }
    const expiresAt = new Date(now.getTime() + CODE_LIFE_MS);
    const id = await insertEmailCode(tx, { ...requester, customerId, codeHash, sentAt: now, expiresAt });
    if (customerId === null) return { message: null, code };
    const mail = { ref: `email-code-${id}`, channel: 'email', purpose: 'code', recipient: requester.email } as const;
    return { message: await claimNewMessage(tx, { ...mail, now }), code };
  });
}

const HOUR_MS = 3_600_000;

const mailLimits = (caps: Context['settings']): MailLimit[] => [
  { by: 'mailbox', windowMs: CODE_RESEND_MS, most: 1 },
  { by: 'mailbox', windowMs: HOUR_MS, most: caps.CODE_SENDS_PER_MOBILE },
  { by: 'client', windowMs: HOUR_MS / 6, most: caps.CODE_SENDS_PER_ADDRESS },
  { by: 'everyone', windowMs: 24 * HOUR_MS, most: caps.CODE_SENDS_PER_DAY },
];

/** False: it surely did not go out. The words are kept nowhere, so nothing sends them again. */
async function send(context: Context, { message, code }: Sending): Promise<boolean> {
  if (!message) return true;
  const handler = { ...codeMessages, compose: async () => codeMail(context, code) };
  const { result } = await sendClaimedMessage(context, { message, handler, attempt: 'only' });
  return result !== 'refused' && result !== 'not sent';
}

function codeMail({ settings }: Context, code: string): Composed {
  const minutes = CODE_LIFE_MS / 60_000;
  const paragraphs = [
    `Your code is ${code}. It works for ${minutes} minutes.`,
    'Type it where you asked for it, and give it to nobody: it opens your account.',
    `If you did not ask for it, somebody may have typed your address by mistake. Questions: ${settings.OPERATOR_CONTACT}`,
    settings.OPERATOR_NAME,
  ];
  return {
    subject: `${settings.OPERATOR_NAME}: your code`,
    text: `${paragraphs.join('\n\n')}\n`,
    html: letterHtml(paragraphs),
  };
}
