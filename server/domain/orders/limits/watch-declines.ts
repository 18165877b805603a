import type { Context } from '#server/context.ts';
import { escapeHtml } from '#server/platform/kernel/text.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { queueForOperator } from '#server/platform/messaging/queue-message.ts';
import {
  type DeclineAlarm,
  type DeclineRate,
  extendAlarm,
  findAlarmById,
  findDeclineRate,
  startAlarm,
} from '../stores/decline-alarms-store.ts';
import { deleteSenders } from '../stores/payments-store.ts';
import { DECLINE_WINDOW_MS } from './payment-limits.ts';

/** How long an alarm lasts after the decline rate was last too high. */
const ALARM_MS = 30 * 60_000;
/** Rounds the start of an alarm, so that concurrent processes start only one. */
const STEP_MS = 60_000;
/** At least one in this many attempts must be declined, because a busy shop always has some declines. */
const ONE_IN = 4;
const DAY_MS = 24 * 3_600_000;

export const isTooHigh = ({ declines, attempts }: DeclineRate, atLeast: number): boolean =>
  declines >= atLeast && declines * ONE_IN >= attempts;

/**
 * Scheduled job. While too many payments are declined, card payments require a CAPTCHA token (r_token). Alerts the
 * operator once per alarm.
 */
export async function watchDeclines(context: Context): Promise<void> {
  const { database, clock, settings, log } = context;
  const now = clock.now();
  const rate = await findDeclineRate(database.orm, new Date(now.getTime() - DECLINE_WINDOW_MS));
  if (!isTooHigh(rate, settings.DECLINE_ALARM)) return;
  const endsAt = new Date(now.getTime() + ALARM_MS);
  if (await extendAlarm(database.orm, { now, endsAt })) return;
  const startedAt = new Date(Math.floor(now.getTime() / STEP_MS) * STEP_MS);
  const alarmId = await database.transaction(async (tx) => {
    const id = await startAlarm(tx, { startedAt, endsAt, ...rate });
    if (id !== null) await queueForOperator(context, tx, { ref: `${REF}${id}`, purpose: 'cards-tested', now });
    return id;
  });
  if (alarmId !== null) log.error({ alarmId, ...rate }, 'payment.cards_tested');
}

const REF = 'decline-alarm-';

export const declineAlarmMessages: PurposeHandler = {
  retriedBy: 'job',
  async compose({ database, settings }, { ref, channel }) {
    const alarm = await findAlarmById(database.orm, Number(ref.slice(REF.length).split('-')[0]));
    if (!alarm) return 'not needed';
    const sentence = formatDeclineAlarm(alarm);
    if (channel !== 'email') return { text: `${settings.SHOP_NAME}: ${sentence}` };
    const html = `<!doctype html><html lang="en"><body><p style="font:16px/1.5 sans-serif">${escapeHtml(sentence)}</p></body></html>`;
    return { subject: 'Someone may be testing stolen cards in your shop', text: `${sentence}\n`, html };
  },
};

const formatDeclineAlarm = ({ declines, attempts }: DeclineAlarm): string =>
  `${declines} of ${attempts} payments within 10 minutes were declined: someone may be testing stolen cards. Until this ends, each card payment needs the human check. What to do: docs/how-to/card-testing.md`;

/** Deletes sender and card data after a day, because limits use them only for minutes. */
export async function purgeSenders({ database, clock }: Context): Promise<void> {
  await deleteSenders(database.orm, new Date(clock.ms() - DAY_MS));
}
