import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { letterHtml } from '#server/platform/kernel/text.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueForOperator } from '#server/platform/messaging/queue-message.ts';
import { nearCaps, type Spend, strangerShare } from './code-limits.ts';
import { findBusiestPrefix, type Requester, readSpend } from './codes-store.ts';

/** `spend`: the codes sent before this one. */
type Sending = { spend: Spend; requester: Pick<Requester, 'channel' | 'knownDevice' | 'prefix'> };

export function logFullDay({ settings, log }: Context, { spend, requester }: Sending): void {
  const caps = dayCaps(settings);
  const isFull = spend.today >= caps.dailyCap || (!requester.knownDevice && spend.strangersToday >= caps.strangersCap);
  const { channel } = requester;
  if (isFull) log.error({ channel, ...daySpend(spend), ...caps }, 'sign_in_code.daily_cap_reached');
}

/** Warns the operator once per day and cap, in the transaction of the send. */
export async function warnOfSpend(
  context: Context,
  tx: Transaction,
  { spend, requester, now }: Sending & { now: Date },
): Promise<void> {
  const { settings, log } = context;
  const { channel, knownDevice, prefix } = requester;
  const strangerSends = knownDevice ? 0 : 1;
  const after: Spend = {
    today: spend.today + 1,
    strangersToday: spend.strangersToday + strangerSends,
    strangersOfPrefix: spend.strangersOfPrefix + strangerSends,
  };
  const near = nearCaps(after, settings).filter((cap) => cap === 'day' || !(knownDevice || prefix === ''));
  const day = channel === 'sms' ? 'day' : 'mail';
  for (const cap of near) {
    if (cap === 'day') log.error({ channel, ...daySpend(after), ...dayCaps(settings) }, 'sign_in_code.daily_cap_near');
    else log.error({ prefix, sends: after.strangersOfPrefix }, 'sign_in_code.prefix_cap_near');
    const ref = `codes-near-cap-${cap === 'day' ? day : prefix}-${now.toISOString().slice(0, 10)}`;
    await queueForOperator(context, tx, { ref, purpose: 'codes-near-cap', now });
  }
}

const dayCaps = ({ CODE_SENDS_PER_DAY }: Context['settings']) => ({
  dailyCap: CODE_SENDS_PER_DAY,
  strangersCap: strangerShare(CODE_SENDS_PER_DAY),
});

const daySpend = ({ today, strangersToday }: Spend) => ({ sendsToday: today, strangersToday });

/** Reads the counts only when the notice is sent, so that they are current. */
export const spendNotices: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, clock, settings }, { channel }) {
    const now = clock.now();
    const texts = await readSpend(database.orm, { channel: 'sms', prefix: '', now });
    const mails = await readSpend(database.orm, { channel: 'email', prefix: '', now });
    const busiest = await findBusiestPrefix(database.orm, now);
    const { CODE_SENDS_PER_DAY: day, CODE_SENDS_PER_PREFIX: prefix } = settings;
    const sentences = [
      `The shop sent ${texts.today} of at most ${day} sign-in codes by text in the last day, ${texts.strangersToday} of ${strangerShare(day)} to new devices.`,
      mails.today > 0
        ? `By mail: ${mails.today} of ${day}, ${mails.strangersToday} of ${strangerShare(day)} to new devices.`
        : '',
      busiest
        ? `In the last hour most codes went to numbers that begin with ${busiest.prefix}: ${busiest.sends} of ${strangerShare(prefix)}.`
        : '',
      'At a limit, new devices get no codes until earlier ones no longer count. Known devices still get codes.',
      'If customers requested them, raise CODE_SENDS_PER_DAY or CODE_SENDS_PER_PREFIX.',
    ].filter(Boolean);
    if (channel !== 'email') return { text: `${settings.SHOP_NAME}: ${sentences.join(' ')}` };
    return { subject: 'Many sign-in codes', text: `${sentences.join('\n\n')}\n`, html: letterHtml(sentences) };
  },
};
