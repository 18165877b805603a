import { afterQuietHours } from '#contract/rules/send-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/zones.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { isOutsideFault } from '../outside/service/port.ts';
import { heldMail, heldText, refusedText } from './compose-notice.ts';
import * as store from './store.ts';

export type { NoticeKind } from './store.ts';

type About = { orderId: number; now: Date };

/** Tells the operator of a held order, in the transaction that holds it: by text, by mail, both or not at all, as the settings say. */
export async function queueHeldNotices(context: Context, tx: Transaction, about: About): Promise<void> {
  const { OPERATOR_MOBILE, OPERATOR_EMAIL } = context.settings;
  if (OPERATOR_MOBILE !== '') await queue(context, tx, { ...about, kind: 'held-text' });
  if (OPERATOR_EMAIL !== '') await queue(context, tx, { ...about, kind: 'held-mail' });
}

/** Tells the buyer of a refusal, in the transaction that refuses the order; not at night, for nothing can be done about it. */
export async function queueRefusedNotice(context: Context, tx: Transaction, { orderId, now }: About): Promise<void> {
  const at = new Date(afterQuietHours(now.getTime(), DEFAULT_ZONE));
  await queue(context, tx, { orderId, now, kind: 'refused-text', at });
}

type Wish = About & { kind: store.NoticeKind; at?: Date };

async function queue(context: Context, tx: Transaction, { at, ...notice }: Wish): Promise<void> {
  const { orderId, kind } = notice;
  if (await store.insertNotice(tx, notice))
    await context.jobs.send(tx, 'send-notice', { orderId, kind }, at ? { at } : {});
}

type Notice = { orderId: number; kind: store.NoticeKind };

/**
 * The job send-notice: claim -> commit -> send -> record, as receipts are sent. What surely did not arrive is tried again by the queue;
 * what may have arrived is not sent twice.
 */
export async function sendNotice(context: Context, notice: Notice, attempt: { last: boolean }): Promise<void> {
  const { orm } = context.database;
  const now = () => context.clock.now();
  const facts = await store.noticeFacts(orm, notice.orderId);
  if (!facts || !(await store.moveNotice(orm, { ...notice, from: 'queued', to: 'claimed', now: now() }))) return;
  const move = (to: store.NoticeState, error: string | null = null) =>
    store.moveNotice(orm, { ...notice, from: 'claimed', to, error, now: now() });
  if (notice.kind !== 'refused-text' && facts.order.status !== 'held') {
    await move('not needed');
    return;
  }
  try {
    const handed = await hand(context, notice, facts);
    if (handed.state !== 'refused') await move('sent');
    else await move('failed', handed.reason);
  } catch (error) {
    if (!isOutsideFault(error)) {
      await move('failed', 'the notice could not be written');
      throw error;
    }
    context.log.warn({ err: error, ...notice }, 'a notice about an order could not be handed over');
    if (error.carriedOut) {
      await move('unknown', error.message);
      return;
    }
    await move(attempt.last ? 'failed' : 'queued', error.message);
    throw error;
  }
}

async function hand(
  { settings, outside }: Context,
  { orderId, kind }: Notice,
  { order, buyerMobile }: store.NoticeFacts,
): Promise<{ state: 'sent' | 'delivered' } | { state: 'refused'; reason: string }> {
  const ref = `order-${orderId}-${kind}`;
  if (kind === 'held-mail')
    return outside.mail.send({ ref, to: settings.OPERATOR_EMAIL, ...heldMail(order, settings) });
  const [to, text] =
    kind === 'held-text'
      ? [settings.OPERATOR_MOBILE, heldText(order, settings)]
      : [buyerMobile, refusedText(order, settings)];
  return outside.messages.send({ ref, to, kind: 'sms', text, purpose: 'order' });
}
