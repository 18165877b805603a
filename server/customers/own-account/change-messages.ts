import { randomUUID } from 'node:crypto';
import { plainBlanks } from '#contract/rules/time/time-blanks.ts';
import { DEFAULT_ZONE } from '#contract/rules/time/zones.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import { letterHtml } from '../../kernel/text.ts';
import type { Composed, MessageRow, PurposeHandler } from '../../messaging/purposes.ts';
import { queueMessage } from '../../messaging/queue-message.ts';
import { isNoMobile } from '../former-owner-rules.ts';

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

/** To the number of before, unless it is null, and to the mailbox, in the transaction that changes the number. */
export async function queueMobileChanged(
  context: Context,
  tx: Transaction,
  { oldMobile, email, now }: { oldMobile: string | null; email: string; now: Date },
): Promise<void> {
  const changed = { purpose: 'mobile-changed', now } as const;
  const ref = `mobile-changed-${randomUUID()}`;
  if (oldMobile !== null)
    await queueMessage(context, tx, { ...changed, ref: `${ref}-text`, channel: 'sms', recipient: oldMobile });
  if (context.integrations.mail.name === 'none') return;
  await queueMessage(context, tx, { ...changed, ref: `${ref}-mail`, channel: 'email', recipient: email });
}

/** To the number of the account, in the transaction that adds the passkey; nothing where it has none. */
export async function queuePasskeyAdded(
  context: Context,
  tx: Transaction,
  { mobile, now }: { mobile: string; now: Date },
): Promise<void> {
  if (isNoMobile(mobile)) return;
  const ref = `passkey-added-${randomUUID()}`;
  await queueMessage(context, tx, { ref, channel: 'sms', purpose: 'passkey-added', recipient: mobile, now });
}

const CHANGED = {
  email: 'The email address of your account was changed',
  mobile: 'The mobile number of your account was changed',
  passkey: 'A passkey was added to your account',
};

/** Neither the old nor the new number or address stands in them: they may reach somebody else by now. */
const compose =
  (change: string) =>
  async ({ settings }: Context, { channel, createdAt }: MessageRow): Promise<Composed> => {
    const { OPERATOR_NAME, OPERATOR_CONTACT } = settings;
    const style = { dateStyle: 'long', timeStyle: 'short' } as const;
    const at = plainBlanks(createdAt.toLocaleString('en-AU', { timeZone: DEFAULT_ZONE, ...style }));
    const changed = `${change} on ${at} (Sydney).`;
    const question = `If that was not you, tell us at once: ${OPERATOR_CONTACT}`;
    if (channel !== 'email') return { text: `${OPERATOR_NAME}: ${changed} ${question}` };
    const paragraphs = [changed, 'If that was you, there is nothing to do.', question, OPERATOR_NAME];
    return {
      subject: change,
      text: `${paragraphs.join('\n\n')}\n`,
      html: letterHtml(paragraphs),
    };
  };

export const emailChangedMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.email) };
export const mobileChangedMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.mobile) };
export const passkeyAddedMessages: PurposeHandler = { retriedBy: 'job', compose: compose(CHANGED.passkey) };
