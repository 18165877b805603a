import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sellerCommand } from '#server/commands/change-seller.ts';
import { readCurrentFacts } from '#server/platform/monitoring/read-facts.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';
import type { SoldCard } from '#test/support/sold-cards.ts';

const DAY_MINUTES = 24 * 60;
const refusal = { status: 410, body: { code: 'till_link_over' } };

describe.each(databaseKinds())('tills on %s', (kind) => {
  let shop: TestShop;
  let card: SoldCard;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    await (await shop.customer()).buyCards();
    card = await shop.lastCard();
  });
  afterEach(() => shop.close());

  const seller = (...argv: string[]) => giveCommand(shop.context, sellerCommand, ...argv, '--seller', 'teapots');
  const link = async (...argv: string[]) => {
    const [address = ''] = (await seller('till', ...argv)).output;
    return { address, code: address.split('#')[1] ?? '' };
  };
  const enrol = (code: string, name = '') => shop.send('POST seller/till/enrol', { body: { code, name } });
  const lines = async () => (await seller('keys')).output;

  it("turns only one device into a till per link, and stores the link's code only as a hash", async () => {
    const { address, code } = await link('--name', 'Bar');
    expect(address).toMatch(/^https?:\/\/[^#]+\/till#[\w-]{43}$/);
    expect(await shop.stored.one('counterKeys')).toMatchObject({
      linkHash: expect.not.stringContaining(code),
      keyHash: null,
    });
    expect(await lines()).toEqual([
      '1: Bar, till, waits for a device until 2026-11-03 01:00 UTC, created 2026-11-02, never used',
    ]);
    const { status, body } = await enrol(code);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { name: 'Bar', seller: { name: 'Teapots & Co', shop_url: 'teapots' } },
    });
    expect(
      await shop.send('POST seller/giftcards/check', { token: body.key, body: { code: card.code } }),
    ).toMatchObject({
      status: 200,
    });
    expect((await lines())[0]).toMatch(
      new RegExp(`^1: Bar, till, ends in ${body.key.slice(-4)}, created 2026-11-02, last used`),
    );
    expect(await enrol(code)).toMatchObject(refusal);
  });

  it('names the seller when an unused till link is checked, and rejects a used or revoked link', async () => {
    const { code } = await link('--name', 'Bar');
    const check = (tried: string) => shop.send('POST seller/till/check', { body: { code: tried } });
    const named = { status: 200, body: { name: 'Bar', seller: { name: 'Teapots & Co', shop_url: 'teapots' } } };
    for (const { status, body } of [await check(code), await check(code)]) expect({ status, body }).toEqual(named);
    expect(await check('never-made')).toMatchObject(refusal);
    expect(await enrol(code)).toMatchObject({ status: 200 });
    expect(await check(code)).toMatchObject(refusal);
    const late = await link();
    const revoked = await link();
    await seller('revoke', '--key', '3');
    expect(await check(revoked.code)).toMatchObject(refusal);
    await shop.moveTo(minutesAfterOpening(DAY_MINUTES + 1));
    expect(await check(late.code)).toMatchObject(refusal);
  });

  it('enrols only one of ten devices that open the same till link simultaneously', async () => {
    const { code } = await link();
    const answers = await Promise.all(Array.from({ length: 10 }, () => enrol(code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(410)]);
  });

  it('lets the device name the till, and rejects an unknown link code', async () => {
    const { code } = await link('--name', 'Bar');
    expect(await enrol('never-made')).toMatchObject(refusal);
    expect(await enrol(code, ' Front counter ')).toMatchObject({ body: { name: 'Front counter' } });
    expect((await lines())[0]).toContain('1: Front counter, till');
  });

  it('accepts a till link for 24 hours', async () => {
    const [late, early] = [await link(), await link()];
    await shop.moveTo(minutesAfterOpening(DAY_MINUTES - 1));
    expect(await enrol(early.code)).toMatchObject({ status: 200 });
    await shop.moveTo(minutesAfterOpening(DAY_MINUTES + 1));
    expect(await enrol(late.code)).toMatchObject(refusal);
  });

  it('rejects a revoked till link, and calls from a revoked till', async () => {
    const waiting = await link();
    await seller('revoke', '--key', '1');
    expect(await enrol(waiting.code)).toMatchObject(refusal);
    const till = await shop.till();
    await seller('revoke', '--key', '2');
    expect(await till.check(card)).toMatchObject({ status: 401, body: { code: 'not_authorised' } });
  });

  it("lets a till undo its own sales for ten minutes, and the seller's software at any time", async () => {
    const [till, software] = [await shop.till(), await shop.counter()];
    const first = (await till.redeem(card, 5)).body.redemption;
    const second = (await till.redeem(card, 4)).body.redemption;
    await shop.moveTo(minutesAfterOpening(9));
    expect(await till.reverse(first)).toMatchObject({ status: 200, body: { balance: 21 } });
    await shop.moveTo(minutesAfterOpening(11));
    expect(await till.reverse(second)).toMatchObject({ status: 409, body: { code: 'undo_over' } });
    expect(await till.reverse(first)).toMatchObject({ status: 409, body: { code: 'redemption_over' } });
    expect(await software.reverse(second)).toMatchObject({ status: 200, body: { balance: 25 } });
  });

  it("refuses to let a till undo a sale made by another till or by the seller's software", async () => {
    const [till, other, software] = [await shop.till(), await shop.till(), await shop.counter()];
    for (const sale of [await other.redeem(card, 5), await software.redeem(card, 4)])
      expect(await till.reverse(sale.body.redemption)).toMatchObject({
        status: 409,
        body: { code: 'undo_elsewhere' },
      });
    expect((await till.check(card)).body.balance).toBe(16);
  });

  it("counts a reversal by the seller's software towards the alarm only if a till made the sale", async () => {
    const [till, software] = [await shop.till(), await shop.counter()];
    const [atTill, ownSale] = [await till.redeem(card, 5), await software.redeem(card, 4)];
    const reversed = async () => (await readCurrentFacts(shop.context)).counts.reversedByOthers;
    await software.reverse(ownSale.body.redemption);
    expect(await reversed()).toBe(0);
    await software.reverse(atTill.body.redemption, 2);
    expect(await reversed()).toBe(1);
    await shop.moveTo(minutesAfterOpening(DAY_MINUTES + 1));
    expect(await reversed()).toBe(0);
  });

  it('redeems once for ten simultaneous requests with the same idempotency key', async () => {
    const till = await shop.till();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => till.redeem(card, 5, key)));
    expect(new Set(answers.map(({ body }) => body.redemption)).size).toBe(1);
    expect((await till.check(card)).body.balance).toBe(20);
  });

  it("returns the day's redemption totals over all pages, excluding the previous day", async () => {
    const till = await shop.till();
    await till.redeem(card, 3);
    await shop.moveTo(minutesAfterOpening(DAY_MINUTES));
    const since = minutesAfterOpening(DAY_MINUTES - 60);
    const { redemption } = (await till.redeem(card, 2.5)).body;
    await till.redeem(card, 4.25);
    await till.reverse(redemption, 1);
    const { body } = await till.list({ since });
    expect(body).toMatchObject({
      redemptions: [
        { amount: 4.25, channel: 'till' },
        { amount: 2.5, reversed: 1 },
      ],
      totals: { taken: 6.75, given_back: 1, count: 2 },
      next_cursor: null,
    });
    expect(body.redemptions.map(({ card_status }: { card_status: string }) => card_status)).toEqual([
      'active',
      'active',
    ]);
    await till.reverse(redemption);
    await shop.stored.change('giftCardAccounts', { status: 'frozen' });
    expect((await till.list({ since })).body).toMatchObject({
      redemptions: [{ card_status: 'frozen' }, { reversed: 2.5 }],
      totals: { taken: 6.75, given_back: 2.5, count: 1 },
    });
    const next = await till.list({ since, cursor: body.redemptions[0]?.redemption });
    expect(next.body).toMatchObject({ redemptions: [{ amount: 2.5 }], totals: { count: 1 } });
    expect((await till.list()).body).not.toHaveProperty('totals');
    const nobody = await (await shop.till('prints')).list({ since });
    expect(nobody.body).toMatchObject({ redemptions: [], totals: { taken: 0, given_back: 0, count: 0 } });
    expect(await till.list({ since: 'yesterday' })).toMatchObject({ status: 400 });
  });

  it('lists the redemptions of an earlier day with totals, excluding the next day', async () => {
    const till = await shop.till();
    await till.redeem(card, 3);
    const tomorrow = minutesAfterOpening(DAY_MINUTES);
    await shop.moveTo(tomorrow);
    await till.redeem(card, 4.25);
    const since = minutesAfterOpening(-DAY_MINUTES);
    const today = await till.list({ since, until: tomorrow });
    expect(today.body).toMatchObject({ redemptions: [{ amount: 3 }], totals: { taken: 3, given_back: 0, count: 1 } });
    expect((await till.list({ until: tomorrow })).body).toMatchObject({ redemptions: [{ amount: 3 }] });
    expect((await till.list({ since, until: minutesAfterOpening(2 * DAY_MINUTES) })).body.totals?.count).toBe(2);
    expect(await till.list({ since, until: 'tomorrow' })).toMatchObject({ status: 400 });
  });
});

describe('page headers', () => {
  it('allows the camera and WebAssembly only on the till and checkout pages', async () => {
    const shop = await openTestShop('embedded');
    const fetchHeaders = async (url: string) => (await shop.app.inject({ url })).headers;
    for (const scans of [await fetchHeaders('/till?source=home'), await fetchHeaders('/checkout')]) {
      expect(scans['permissions-policy']).toBe('camera=(self)');
      expect(scans['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval' 'nonce-");
    }
    for (const other of [await fetchHeaders('/browse'), await fetchHeaders('/account/giftcards')]) {
      expect(other['permissions-policy']).toBe('camera=()');
      expect(other['content-security-policy']).not.toContain('wasm-unsafe-eval');
    }
    await shop.close();
  });
});
