import { randomUUID } from 'node:crypto';
import { plainBlanks } from '#contract/rules/time/time-blanks.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { letterHtml } from '../../kernel/text.ts';
import type { Composed, MessageRow, PurposeHandler } from '../../messaging/purposes.ts';
import { queueMessage } from '../../messaging/queue-message.ts';
import type { CustomerRow } from '../customers-store.ts';
import { isNoMobile, mailboxFor } from '../former-owner-rules.ts';

/** To the address of before, in the transaction that changes it; nothing where the shop sends no mail. */
export async function queueEmailChanged(
  context: Context,
  tx: Transaction,
  { oldEmail, now }: { oldEmail: string; now: Date },
): Promise<void> {
  if (context.integrations.mail.name === 'none') return;
  const ref = `email-changed-${randomUUID()}`;
  await queueMessage(context, tx, { ref, channel: 'email', purpose: 'email-changed', recipient: oldEmail, now });
}

/** To a number and the mailbox, where there are any, in the transaction that changes what they hear of. */
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

/** `customer`: as they were before. `alsoByText`: the number of before hears of it, too. */
export function queueMobileChanged(
  context: Context,
  tx: Transaction,
  { customer, alsoByText, now }: { customer: CustomerRow; alsoByText: boolean; now: Date },
): Promise<void> {
  const mobile = alsoByText ? textedMobile(customer) : null;
  return queueChange(context, tx, { purpose: 'mobile-changed', mobile, mailbox: mailboxFor(customer), now });
}

export function queuePasskeyAdded(
  context: Context,
  tx: Transaction,
  { customer, now }: { customer: CustomerRow; now: Date },
): Promise<void> {
  const to = { mobile: textedMobile(customer), mailbox: mailboxFor(customer) };
  return queueChange(context, tx, { purpose: 'passkey-added', ...to, now });
}

const textedMobile = ({ mobile }: CustomerRow): string | null => (isNoMobile(mobile) ? null : mobile);

/**
 * To the mailbox alone: whoever signs in by a code has the number. Every sign-in of clients without a cookie is on a new
 * device, so the customer hears of one a day.
 */
export async function queueNewDevice(
  context: Context,
  tx: Transaction,
  { customer, browser, now }: { customer: CustomerRow; browser: string | null; now: Date },
): Promise<void> {
  const recipient = mailboxFor(customer);
  if (context.integrations.mail.name === 'none' || recipient === null) return;
  const device = browser === null ? now.toISOString().slice(0, 10) : `${browser.slice(0, 12)}-${now.getTime()}`;
  const ref = `new-device-${customer.id}-${device}`;
  await queueMessage(context, tx, { ref, channel: 'email', purpose: 'new-device', recipient, now });
}

const CHANGED = {
  email: 'The email address of your account was changed',
  mobile: 'The mobile number of your account was changed',
  passkey: 'A passkey was added to your account',
  device: 'Your account was signed in to on a new device',
};

/** Neither the old nor the new number or address stands in them: they may reach somebody else by now. */
const compose =
  (change: string) =>
  async ({ settings }: Context, { channel, createdAt }: MessageRow): Promise<Composed> => {
    const { SHOP_NAME, OPERATOR_CONTACT } = settings;
    const style = { dateStyle: 'long', timeStyle: 'short' } as const;
    const at = plainBlanks(createdAt.toLocaleString('en-AU', { timeZone: DEFAULT_ZONE, ...style }));
    const changed = `${change} on ${at} (Sydney).`;
    const question = `If that was not you, tell us at once: ${OPERATOR_CONTACT}`;
    if (channel !== 'email') return { text: `${SHOP_NAME}: ${changed} ${question}` };
    const paragraphs = [changed, 'If that was you, there is nothing to do.', question, SHOP_NAME];
    return {
      subject: change,
      text: `${paragraphs.join('\n\n')}\n`,
      html: letterHtml(paragraphs),
    };
  };

export const emailChangedMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.email) };
export const mobileChangedMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.mobile) };
export const passkeyAddedMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.passkey) };
export const newDeviceMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.device) };
