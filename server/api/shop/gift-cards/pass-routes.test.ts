import { decodeJwt } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openCard } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import { appleSettings, googleSettings, passErrors, unzipPass } from '#test/fakes/passes.ts';
import { AT_ONCE, RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { correctBalances, spendAtTill } from '#test/support/ledger-acts.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const apple = appleSettings({ until: '2026-12-01' });
const both = { ...apple, ...googleSettings() };
type Object_ = { id: string; cardNumber: string; pin?: string; barcode: { value: string } };

describe.each(databaseKinds())('gift card passes (%s)', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;

  const get = (path: string) => shop.app.inject(path);
  const statuses = async (secret: string): Promise<number[]> =>
    Promise.all(
      ['apple.pkpass', 'google-wallet'].map(async (file) => (await get(`/card/${secret}/${file}`)).statusCode),
    );
  const fetchPass = async (secret: string) => {
    const answer = await get(`/card/${secret}/apple.pkpass`);
    const files = unzipPass(answer.rawPayload);
    return { answer, files, pass: JSON.parse(files['pass.json']?.toString() ?? '') };
  };
  const fetchWalletObject = async (secret: string) => {
    const answer = await get(`/card/${secret}/google-wallet`);
    const link = String(answer.headers.location);
    const { payload } = decodeJwt(link.split('/save/')[1] ?? '') as { payload: { giftCardObjects: [Object_] } };
    return { answer, link, object: payload.giftCardObjects[0] };
  };
  const fetchCard = async (secret: string) => (await shop.cardPage(secret)).body.data;
  const open = async (env: Record<string, string>) => {
    shop = await openTestShop(kind, { env });
    wren = await shop.customer();
  };
  const bought = async (env: Record<string, string> = both): Promise<string> => {
    await open(env);
    [detailsId = 0] = await giveCards(shop, wren);
    return shop.secretOn(RECIPIENT);
  };

  describe('pass of a delivered card', () => {
    let secret: string;
    beforeAll(async () => {
      secret = await bought();
    });
    afterAll(() => shop.close());

    it('serves an Apple Wallet pass as a signed, uncacheable file with the content of the card page', async () => {
      const { answer, files, pass } = await fetchPass(secret);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/vnd.apple.pkpass',
        'content-disposition': 'inline; filename="gift-card.pkpass"',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(passErrors(files, apple.APPLE_PASS_CERTIFICATE)).toEqual([]);
      const card = await fetchCard(secret);
      expect(pass).toMatchObject({
        serialNumber: card?.pass_id,
        barcodes: [{ message: card?.code.replaceAll('-', ''), altText: card?.code.replaceAll('-', ' ') }],
        storeCard: { primaryFields: [{ value: card?.balance, currencyCode: card?.currency }] },
        logoText: card?.seller.name,
      });
      expect(new Date(pass.expirationDate).toISOString()).toBe(card?.expires_on);
    });

    it('redirects to a Google Wallet link created on request, with the same pass id as the Apple pass', async () => {
      const { answer, link, object } = await fetchWalletObject(secret);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([302, 'no-store']);
      expect(link).toMatch(/^https:\/\/pay\.google\.com\/gp\/v\/save\/[\w.-]+$/);
      const card = await fetchCard(secret);
      expect(object.id.split('.')[1]).toBe(card?.pass_id);
      expect([object.cardNumber, object.pin ?? null]).toEqual([card?.code.replaceAll('-', ' '), card?.pin]);
      const settings = await shop.send('GET mobiledigital/shopsettings');
      expect(settings.body.passes).toEqual(['apple', 'google']);
    });

    it('does not reveal the card link in the id or content of a pass', async () => {
      const { pass_id = '' } = (await fetchCard(secret)) ?? {};
      expect(pass_id).toMatch(/^[0-9a-f]{32}$/);
      const { linkHash } = await shop.stored.one('giftCards');
      expect(linkHash).not.toContain(pass_id.slice(0, 12));
      const { files } = await fetchPass(secret);
      const { answer } = await fetchWalletObject(secret);
      const handedOut = `${Object.values(files).map(String).join()}${JSON.stringify(decodeJwt(String(answer.headers.location).split('/save/')[1] ?? ''))}`;
      expect(handedOut).toContain(pass_id);
      expect(handedOut).not.toContain(secret);
      expect(handedOut).not.toContain(linkHash);
      expect((await get(`/card/${pass_id}/apple.pkpass`)).statusCode).toBe(404);
    });
  });

  describe('availability of a pass', () => {
    afterEach(() => shop.close());

    it('offers a pass once the card is delivered, and never for a wrong link', async () => {
      await open(both);
      await wren.buyCards([{ scheduledAt: AT_ONCE }]);
      const { link } = openCard(shop.context.secrets, (await shop.lastCard()).sealed);
      expect([await statuses(link), (await fetchCard(link))?.pass_id]).toEqual([[404, 404], '']);
      await shop.deliver();
      expect(await statuses(link)).toEqual([200, 302]);
      for (const secret of ['nothing', 'x'.repeat(300), 'a%2Fb', '%00'])
        expect(await statuses(secret)).toEqual([404, 404]);
    });

    it("offers only a new pass, under the new link, after the recipient's number was corrected", async () => {
      const old = await bought();
      const before = (await fetchCard(old))?.pass_id;
      expect((await wren.correct(detailsId, '0491570157')).body.status).toBe(true);
      expect(await statuses(old)).toEqual([404, 404]);
      await shop.deliver();
      const secret = await shop.secretOn('+61491570157');
      expect(await statuses(secret)).toEqual([200, 302]);
      const after = await fetchPass(secret);
      expect(after.pass.serialNumber).toBe((await fetchCard(secret))?.pass_id);
      expect(after.pass.serialNumber).not.toBe(before);
    });

    it('keeps offering the pass when the product is switched off', async () => {
      const secret = await bought();
      await shop.stored.change('products', { visibility: 'off' });
      expect(await statuses(secret)).toEqual([200, 302]);
    });

    it('offers no pass once the card is used up, cancelled or expired', async () => {
      const secret = await bought(googleSettings());
      const readState = async () => [await statuses(secret), (await fetchCard(secret))?.pass_id];
      await spendAtTill(shop, 1_000);
      expect((await fetchWalletObject(secret)).object).toMatchObject({ balance: { micros: '15000000' } });
      await spendAtTill(shop, 1_500);
      expect(await readState()).toEqual([[404, 404], '']);
      await correctBalances(shop, 2_500);
      expect(await statuses(secret)).toEqual([404, 302]);
      await shop.moveTo('2030-06-01T00:00:00Z');
      expect(await readState()).toEqual([[404, 404], '']);
      await shop.moveTo('2026-11-03T00:00:00Z');
      expect(await statuses(secret)).toEqual([404, 302]);
      await correctBalances(shop, -2_500);
      await shop.stored.change('giftCardAccounts', { status: 'void' });
      expect(await readState()).toEqual([[404, 404], '']);
    });

    it('offers passes only for configured wallets, and Apple passes only until the certificate expires', async () => {
      const secret = await bought();
      await shop.moveTo('2026-12-02T00:00:00Z');
      expect(await statuses(secret)).toEqual([404, 302]);
      expect((await shop.send('GET mobiledigital/shopsettings')).body.passes).toEqual(['google']);
      await shop.close();
      const otherSecret = await bought({});
      expect([await statuses(otherSecret), (await fetchCard(otherSecret))?.pass_id]).toEqual([[404, 404], '']);
    });
  });
});
