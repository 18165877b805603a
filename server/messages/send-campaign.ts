import { createHash, randomUUID } from 'node:crypto';
import { afterQuietHours } from '#contract/rules/send-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/zones.ts';
import { missingProduct } from '../catalogue/product.ts';
import type { Context } from '../context.ts';
import { withoutValues } from '../http/request-log.ts';
import { isOutsideFault } from '../outside/service/port.ts';
import { signCampaignLink } from '../sign-in/campaign-link.ts';
import * as store from './store.ts';

export type Campaign = {
  /** E.164 */
  mobile: string;
  /** What stands before the link. */
  text: string;
  /** The same campaign reaches a mobile once, however often it is run. */
  campaignId?: string | undefined;
  productId?: string | undefined;
  lifeMs?: number | undefined;
};

/**
 * `sent before`: this campaign, to this mobile. `quiet hours`: `from` is when campaign messages go again. `unknown`: the carrier gave
 * no answer, the text may arrive. `not sent`: the carrier was surely not reached; run it again later.
 */
export type CampaignSent =
  | { state: 'sent' | 'opted out' | 'sent before' | 'unknown' | 'not sent' }
  | { state: 'quiet hours'; from: Date }
  | { state: 'refused'; reason: string };

/**
 * Texts a personal sign-in link: opt-outs and quiet hours first, then claim -> commit -> send -> record. Every message says who sends it and
 * how to stop it (Spam Act 2003), and comes from the number that replies reach.
 */
export async function sendCampaignLink(context: Context, campaign: Campaign): Promise<CampaignSent> {
  const { mobile } = campaign;
  const { orm } = context.database;
  const { messages } = context.outside;
  const now = context.clock.now();
  // A text cannot be called back, so a link to nothing is not sent.
  const missing = campaign.productId === undefined ? null : await missingProduct(context, campaign.productId);
  if (missing) return { state: 'refused', reason: missing };
  if (await store.hasOptedOut(orm, { mobile, sender: messages.campaignSender })) return { state: 'opted out' };
  const from = new Date(afterQuietHours(now.getTime(), DEFAULT_ZONE));
  if (from > now) return { state: 'quiet hours', from };
  const ref = refOf(campaign);
  const text = await textOf(context, campaign);
  if (!(await store.claimMessage(orm, { ref, recipient: mobile, now }))) return { state: 'sent before' };
  try {
    const handed = await messages.send({ ref, to: mobile, kind: 'sms', text, purpose: 'campaign' });
    if (handed.state !== 'refused') {
      const deliveredAt = handed.state === 'delivered' ? now : null;
      await store.recordMessage(orm, ref, { ...handed, sentAt: now, deliveredAt });
      return { state: 'sent' };
    }
    const { reason, problem = 'carrier' } = handed;
    await store.recordMessage(orm, ref, { state: 'failed', error: reason, problem });
    // The carrier knows of a STOP that never came to us.
    if (problem === 'opted_out')
      await store.optOut(orm, { mobile, sender: messages.campaignSender, word: 'carrier', now });
    return { state: 'refused', reason };
  } catch (error) {
    const surelyNot = isOutsideFault(error) && !error.carriedOut;
    context.log.warn({ err: error, ref }, 'the carrier did not answer');
    const state = surelyNot ? 'failed' : 'unknown';
    await store.recordMessage(orm, ref, { state, error: withoutValues(String(error)) });
    return { state: surelyNot ? 'not sent' : 'unknown' };
  }
}

/** A ref shows in logs, so the number stands in it as a digest only. */
function refOf({ campaignId, mobile }: Campaign): string {
  if (campaignId === undefined) return `campaign-${randomUUID()}`;
  const digest = createHash('sha256').update(`${campaignId}\n${mobile}`).digest('hex');
  return `campaign-${digest.slice(0, 32)}`;
}

async function textOf(context: Context, { text, ...link }: Campaign): Promise<string> {
  const jwt = await signCampaignLink(context, link);
  const { publicUrl, OPERATOR_NAME } = context.settings;
  return `${OPERATOR_NAME}: ${text.trim()} ${publicUrl}/autologin/${jwt}\nReply STOP to opt out`;
}
