import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { messagePurposes } from '#server/domain/message-purposes.ts';
import { CLAIM_MS } from '#server/platform/messaging/claim-policy.ts';
import { releaseStaleClaims } from '#server/platform/messaging/reconcile-messages.ts';
import { machine } from '#test/support/actors.ts';
import { databaseKinds } from '#test/support/database.ts';
import { CARRIERS, type CarrierName, startCarrier } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { sendCampaignLink } from './send-campaign.ts';

const ANN = '+61412345678';
const BEN = '+61412345679';
const NIGHT = '2026-11-02T10:00:00Z';
const MORNING = '2026-11-02T22:00:00Z';

const each = databaseKinds().flatMap((kind) => CARRIERS.map((name) => [name, kind] as const));

describe.each(each)('campaign messages by %s on %s', (name, kind) => {
  let carrier: Awaited<ReturnType<typeof startCarrier>>;
  let shop: TestShop;
  beforeAll(async () => {
    carrier = await startCarrier(name);
    shop = await openTestShop(kind, { providers: [carrier], env: { MESSAGE_SENDER_ID: 'Handsel' } });
    await shop.customer(ANN);
  });
  afterEach(() => carrier.proxy.set('works'));
  afterAll(() => shop.close());
  const campaign = (mobile: string, campaignId?: string) =>
    sendCampaignLink(shop.context, { mobile, text: 'Our spring cards are here.', campaignId, actor: machine });
  const reply = async (from: string, text: string) =>
    expect(await carrier.hand(carrier.reply({ from, text }))).toBe(204);

  it('names the sender of a campaign, explains how to stop, and uses a number that accepts replies', async () => {
    expect(await campaign(BEN)).toEqual({ state: 'sent' });
    const [message] = carrier.carriedTo(BEN);
    expect(message?.text).toMatch(
      /^Handsel: Our spring cards are here\. http:\/\/shop\.test\/autologin\/[\w.-]+\nReply STOP to opt out$/,
    );
    expect(message?.from).toBe(name === 'webhook' ? '' : '+61491570110');
  });

  it('sends no message whose link names an unknown product', async () => {
    const before = carrier.carriedTo(BEN).length;
    const campaignInput = { mobile: BEN, text: 'Our spring cards are here.', campaignId: 'autumn', actor: machine };
    const refused = { state: 'refused', reason: expect.stringContaining('The shop has no product 999999') };
    expect(await sendCampaignLink(shop.context, { ...campaignInput, productId: '999999' })).toEqual(refused);
    expect(carrier.carriedTo(BEN)).toHaveLength(before);
    expect(await sendCampaignLink(shop.context, { ...campaignInput, productId: '1' })).toEqual({ state: 'sent' });
  });

  it('sends no campaigns after STOP until START, while sign-in codes are still sent', async () => {
    await reply(ANN, ' Stop\0! ');
    expect(await campaign(ANN)).toEqual({ state: 'opted out' });
    expect(await campaign(BEN)).toEqual({ state: 'sent' });
    const before = carrier.carriedTo(ANN).length;
    await shop.moveTo('2026-11-02T01:02:00Z');
    const code = await shop.send('POST mobiledigital/sendmobilecode', { body: { mobile: ANN } });
    expect(code.body.status).toBe(true);
    expect(carrier.carriedTo(ANN)).toHaveLength(before + 1);
    await reply(ANN, 'thanks, lovely shop');
    expect(await campaign(ANN)).toEqual({ state: 'opted out' });
    await reply(ANN, 'START');
    expect(await campaign(ANN)).toEqual({ state: 'sent' });
    const optOut = await shop.stored.one('optOuts', { mobile: ANN });
    expect(optOut).toMatchObject({ word: 'Stop', optedInAt: expect.any(Date) });
  });

  it('delays a campaign until the morning, and sends it once per mobile number', async () => {
    await shop.moveTo(NIGHT);
    expect(await campaign(BEN, 'spring')).toEqual({ state: 'quiet hours', from: new Date('2026-11-02T22:00:00Z') });
    await shop.moveTo(MORNING);
    expect(await campaign(BEN, 'spring')).toEqual({ state: 'sent' });
    expect(await campaign(BEN, 'spring')).toEqual({ state: 'sent before' });
    expect(await campaign(BEN, 'summer')).toEqual({ state: 'sent' });
  });

  it('sends a campaign again if it was definitely not sent, but not after an unknown outcome', async () => {
    await shop.moveTo(MORNING);
    await carrier.proxy.set('busy');
    expect(await campaign(BEN, 'again')).toEqual({ state: 'not sent' });
    await carrier.proxy.set('works');
    expect(await campaign(BEN, 'again')).toEqual({ state: 'sent' });
    await carrier.proxy.set('garbage');
    expect(await campaign(BEN, 'lost')).toEqual({ state: 'unknown' });
    await carrier.proxy.set('works');
    expect(await campaign(BEN, 'lost')).toEqual({ state: 'sent before' });
  });

  it('resends a message after a crash if the carrier recognises its ref, and otherwise marks it unknown', async () => {
    await shop.moveTo(MORNING);
    expect(await campaign(BEN, 'cut short')).toEqual({ state: 'sent' });
    const { id } = await shop.stored.last('messages', { purpose: 'campaign' });
    const claimedBefore = (milliseconds: number) => {
      const claimedAt = new Date(shop.context.clock.ms() - milliseconds);
      return shop.stored.change('messages', { state: 'claimed', claimedAt }, { id });
    };
    const state = async () => (await shop.stored.one('messages', { id })).state;
    await claimedBefore(CLAIM_MS / 2);
    await releaseStaleClaims(shop.context, messagePurposes);
    expect([await state(), await campaign(BEN, 'cut short')]).toEqual(['claimed', { state: 'sent before' }]);
    await claimedBefore(CLAIM_MS + 1_000);
    await releaseStaleClaims(shop.context, messagePurposes);
    const losesRefs = name !== 'webhook';
    expect(await state()).toBe(losesRefs ? 'unknown' : 'failed');
    expect(await campaign(BEN, 'cut short')).toEqual({ state: losesRefs ? 'sent before' : 'sent' });
  });

  it('stops campaigns when the carrier reports an opt-out', async () => {
    const rejections: Record<CarrierName, never[]> = {
      twilio: [21610] as never[],
      clicksend: ['OPTED_OUT'] as never[],
      webhook: ['opted_out'] as never[],
    };
    carrier.refuse(rejections[name]);
    expect(await campaign('+61412345670')).toMatchObject({ state: 'refused' });
    expect(await campaign('+61412345670')).toEqual({ state: 'opted out' });
  });
});
