import { randomUUID } from 'node:crypto';
import { toPlainSpaces } from '#contract/rules/time/time-blanks.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { letterHtml } from '#server/platform/kernel/text.ts';
import type { Composed, MessageRow, PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueMessage } from '#server/platform/messaging/queue-message.ts';
import type { Settings } from '#server/settings.ts';
import { giftHoldEnd, isNoMobile, resolveContactMailbox } from '../former-owner-rules.ts';
import { type CustomerRow, findCustomer } from '../queries.ts';

/**
 * Skips an unconfirmed address, because someone with a forwarded link may have entered it. `customer`: the row before
 * the change.
 */
export async function queueEmailChanged(
  context: Context,
  tx: Transaction,
  { customer: { email: recipient, emailConfirmed }, now }: { customer: CustomerRow; now: Date },
): Promise<void> {
  if (context.integrations.mail.name === 'none' || !emailConfirmed) return;
  const ref = `email-changed-${randomUUID()}`;
  await queueMessage(context, tx, { ref, channel: 'email', purpose: 'email-changed', recipient, now });
}

async function queueChange(
  context: Context,
  tx: Transaction,
  { purpose, mobile, mailbox, now }: Change & { purpose: 'mobile-changed' | 'passkey-added' },
): Promise<void> {
  const ref = `${purpose}-${randomUUID()}`;
  if (mobile !== null)
    await queueMessage(context, tx, { ref: `${ref}-text`, channel: 'sms', purpose, recipient: mobile, now });
  if (context.integrations.mail.name === 'none' || mailbox === null) return;
  await queueMessage(context, tx, { ref: `${ref}-mail`, channel: 'email', purpose, recipient: mailbox, now });
}

type Change = { mobile: string | null; mailbox: string | null; now: Date };

export function queueMobileChanged(
  context: Context,
  tx: Transaction,
  { customer, alsoByText, now }: { customer: CustomerRow; alsoByText: boolean; now: Date },
): Promise<void> {
  const mobile = alsoByText ? textedMobile(customer) : null;
  return queueChange(context, tx, { purpose: 'mobile-changed', mobile, mailbox: resolveContactMailbox(customer), now });
}

const REMINDER = 'mobile-changed-again-';
const REMINDER_MS = 86_400_000;

/**
 * Queues a reminder for a day before gift cards can be forwarded, because a thief who changed the number may have
 * deleted the first email.
 */
export async function queueMoveReminder(
  context: Context,
  tx: Transaction,
  { customer, now }: { customer: CustomerRow; now: Date },
): Promise<void> {
  const recipient = resolveContactMailbox(customer);
  if (context.integrations.mail.name === 'none' || recipient === null) return;
  const ref = `${REMINDER}${customer.id}-${randomUUID()}`;
  const notBefore = new Date(giftHoldEnd(now).getTime() - REMINDER_MS);
  await queueMessage(context, tx, { ref, channel: 'email', purpose: 'mobile-changed', recipient, notBefore, now });
}

export function queuePasskeyAdded(
  context: Context,
  tx: Transaction,
  { customer, now }: { customer: CustomerRow; now: Date },
): Promise<void> {
  const to = { mobile: textedMobile(customer), mailbox: resolveContactMailbox(customer) };
  return queueChange(context, tx, { purpose: 'passkey-added', ...to, now });
}

const textedMobile = ({ mobile }: CustomerRow): string | null => (isNoMobile(mobile) ? null : mobile);

/**
 * Sends only an email, because the person signing in has the mobile number. A client without cookies always looks new,
 * so it causes at most one email a day.
 */
export async function queueNewDevice(
  context: Context,
  tx: Transaction,
  { customer, browser, now }: { customer: CustomerRow; browser: string | null; now: Date },
): Promise<void> {
  const recipient = resolveContactMailbox(customer);
  if (context.integrations.mail.name === 'none' || recipient === null) return;
  const device = browser === null ? now.toISOString().slice(0, 10) : `${browser.slice(0, 12)}-${now.getTime()}`;
  const ref = `new-device-${customer.id}-${device}`;
  await queueMessage(context, tx, { ref, channel: 'email', purpose: 'new-device', recipient, now });
}

const CHANGED = {
  email: 'The email address of your account was changed',
  mobile: 'The mobile number of your account was changed',
  passkey: 'A passkey was added to your account',
  device: 'A new device signed in to your account',
};

const formatSydneyTime = (instant: Date): string =>
  toPlainSpaces(instant.toLocaleString('en-AU', { timeZone: DEFAULT_ZONE, dateStyle: 'long', timeStyle: 'short' }));

/** Omits numbers and addresses, because the message may reach another person. */
const compose =
  (change: string) =>
  async ({ settings }: Context, { channel, createdAt }: MessageRow): Promise<Composed> => {
    const changed = `${change} on ${formatSydneyTime(createdAt)} (Sydney).`;
    if (channel !== 'email') return { text: `${settings.SHOP_NAME}: ${changed} ${formatContactRequest(settings)}` };
    return composeLetter(settings, { subject: change, sentences: [changed] });
  };

/** Skips the reminder if the number was changed by email again, because that change has its own reminder. */
async function composeReminder(
  { database, settings }: Context,
  { ref, createdAt }: MessageRow,
): Promise<Composed | 'not needed'> {
  const customer = await findCustomer(database.orm, Number(ref.slice(REMINDER.length).split('-')[0]));
  if (customer?.cardsFrom?.getTime() !== createdAt.getTime()) return 'not needed';
  const sentences = [
    `${CHANGED.mobile} on ${formatSydneyTime(createdAt)} (Sydney).`,
    `Until ${formatSydneyTime(giftHoldEnd(createdAt))} (Sydney), gift cards bought earlier cannot be changed or printed.`,
    'After that, the person with the new number can print them and send them to other phones.',
  ];
  return composeLetter(settings, { subject: 'Gift cards in your account can soon be sent to other phones', sentences });
}

const formatContactRequest = ({ OPERATOR_CONTACT }: Settings): string =>
  `If that was not you, tell us at once: ${OPERATOR_CONTACT}`;

function composeLetter(settings: Settings, { subject, sentences }: { subject: string; sentences: string[] }): Composed {
  const paragraphs = [
    ...sentences,
    'If that was you, there is nothing to do.',
    formatContactRequest(settings),
    settings.SHOP_NAME,
  ];
  return { subject, text: `${paragraphs.join('\n\n')}\n`, html: letterHtml(paragraphs) };
}

const composeMobileChanged = compose(CHANGED.mobile);

export const emailChangedMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.email) };
export const mobileChangedMessages: PurposeHandler = {
  retriedBy: 'job',
  compose: (context, message) =>
    message.ref.startsWith(REMINDER) ? composeReminder(context, message) : composeMobileChanged(context, message),
};
export const passkeyAddedMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.passkey) };
export const newDeviceMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.device) };
