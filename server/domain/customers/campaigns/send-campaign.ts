import { createHash, randomUUID } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { describeMissingProduct } from '#server/domain/catalogue/products/product.ts';
import { hasOptedOut, recordCarrierOptOut } from '#server/platform/messaging/opt-outs.ts';
import type { PurposeHandler } from '#server/platform/messaging/purposes.ts';
import { claimNewMessage } from '#server/platform/messaging/queue-message.ts';
import { type Outcome, sendClaimedMessage } from '#server/platform/messaging/send-claimed-message.ts';
import { findTextableTime } from '../textable-time.ts';
import { type NewLink, signLink } from './links.ts';

/** `text`: the words before the link. Each mobile number gets a campaign only once. */
export type Campaign = NewLink & { text: string };

/** `quiet hours`: sending resumes at `from`. `unknown`: the text may still arrive. `not sent`: send it again. */
export type CampaignSent =
  | { state: 'sent' | 'opted out' | 'sent before' | 'unknown' | 'not sent' }
  | { state: 'quiet hours'; from: Date }
  | { state: 'refused'; reason: string };

/** Only the sending command can retry, because the text is not stored. */
export const campaignMessages: PurposeHandler = { retriedBy: 'command' };

/** Sends a text that names the sender, explains how to opt out and accepts replies (Spam Act 2003). */
export async function sendCampaignLink(context: Context, campaign: Campaign): Promise<CampaignSent> {
  const { mobile } = campaign;
  const now = context.clock.now();
  // A sent text cannot be recalled, so check its product first.
  const missing = campaign.productId === undefined ? null : await describeMissingProduct(context, campaign.productId);
  if (missing) return { state: 'refused', reason: missing };
  if (await hasOptedOut(context, mobile)) return { state: 'opted out' };
  const from = await findTextableTime(context.database.orm, { mobile, now });
  if (from > now) return { state: 'quiet hours', from };
  const { jwt, keep } = await signLink(context, campaign);
  const text = composeCampaignText(context, { text: campaign.text, jwt });
  const row = { ref: buildRef(campaign), channel: 'sms', purpose: 'campaign', recipient: mobile, now } as const;
  const message = await context.database.transaction(async (tx) => {
    const claimed = await claimNewMessage(tx, row);
    if (claimed) await keep(tx, { sent: true });
    return claimed;
  });
  if (!message) return { state: 'sent before' };
  const handler = { ...campaignMessages, compose: async () => ({ text }) };
  const outcome = await sendClaimedMessage(context, { message, handler, attempt: 'only' });
  if (outcome.result === 'refused' && outcome.problem === 'opted_out') await recordCarrierOptOut(context, mobile);
  return toCampaignSent(outcome);
}

function toCampaignSent(outcome: Outcome): CampaignSent {
  if (outcome.result === 'refused') return { state: 'refused', reason: outcome.reason };
  if (outcome.result === 'not sent' || outcome.result === 'unknown') return { state: outcome.result };
  return { state: 'sent' };
}

/** Hashes the mobile number, because refs appear in logs. */
function buildRef({ campaignId, mobile }: Campaign): string {
  if (campaignId === undefined) return `campaign-${randomUUID()}`;
  const digest = createHash('sha256').update(`${campaignId}\n${mobile}`).digest('hex');
  return `campaign-${digest.slice(0, 32)}`;
}

function composeCampaignText({ settings }: Context, { text, jwt }: { text: string; jwt: string }): string {
  const { publicUrl, SHOP_NAME } = settings;
  return `${SHOP_NAME}: ${text.trim()} ${publicUrl}/autologin/${jwt}\nReply STOP to opt out`;
}
