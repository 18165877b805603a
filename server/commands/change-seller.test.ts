import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RECIPIENT } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { sellerCommand } from './change-seller.ts';

describe.each(databaseKinds())('npm run seller on %s', (kind) => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await openTestShop(kind);
  });
  afterEach(() => shop.close());
  const seller = (...argv: string[]) => giveCommand(shop.context, sellerCommand, ...argv);

  it("shows the seller's contact details on product, seller, order and card pages", async () => {
    const phone = '08 5550 1234';
    const site = 'https://teapots.example/';
    expect(await seller('contact', '--seller', 'teapots', '--phone', phone)).toMatchObject({ status: 0 });
    expect(await seller('contact', '--seller', 'teapots', '--site', 'https://teapots.example')).toEqual({
      status: 0,
      output: [`Teapots & Co: ${phone}, ${site}`],
      errorOutput: [],
    });
    const hours = 'Mon-Fri 9-5, Sat 10-2';
    expect((await seller('contact', '--seller', 'teapots', '--hours', 'Mon-Fri 9-5,\n Sat 10-2')).output).toEqual([
      `Teapots & Co: ${phone}, ${site}, ${hours}`,
    ]);
    const contact = { phone, email: null, site, address: null, hours };
    const query = { product_id: testShop.products.card };
    const readContact = async () =>
      (await shop.send('GET mobiledigital/sellerInformation', { query: { seller_url: 'teapots' } })).body.seller
        ?.contact;
    expect((await seller('list')).output).toContain(`teapots: Teapots & Co, ${phone}, ${site}, ${hours}`);
    expect((await shop.send('GET mobiledigital/product', { query })).body.data?.seller.contact).toEqual(contact);
    expect((await shop.send('GET mobiledigital/seller', { query })).body.data?.contact).toEqual(contact);
    expect(await readContact()).toEqual(contact);
    const wren = await shop.customer();
    await giveCards(shop, wren);
    expect((await wren.orders())[0]?.sellers).toEqual([
      { name: 'Teapots & Co', shop_url: 'teapots', contact, gst_registered: true },
    ]);
    expect((await shop.cardPage(await shop.secretOn(RECIPIENT))).body.data?.seller.contact).toEqual(contact);
    expect(await seller('contact', '--seller', 'teapots', '--phone', '', '--site', '', '--hours', '')).toMatchObject({
      output: ['Teapots & Co: no contact details'],
    });
    expect(await readContact()).toEqual({ phone: null, email: null, site: null, address: null, hours: null });
  });

  it("sets a seller's GST registration and shows it in the list of sellers", async () => {
    const gst = (registered: string) => seller('gst', '--seller', 'teapots', '--registered', registered);
    expect(await gst('no')).toEqual({
      status: 0,
      output: ['Teapots & Co is not registered for GST. Its sales from now on include no GST.'],
      errorOutput: [],
    });
    expect((await seller('list')).output).toContain(
      'teapots: Teapots & Co, no contact details, not registered for GST',
    );
    expect(await gst('yes')).toMatchObject({
      output: ['Teapots & Co is registered for GST. Its sales from now on include GST.'],
    });
    expect((await seller('list')).output).toContain('teapots: Teapots & Co, no contact details');
  });

  it('rejects an unknown seller', async () => {
    expect(await seller('contact', '--seller', 'nobody', '--phone', '08 5550 1234')).toEqual({
      status: 1,
      output: [],
      errorOutput: ['The shop has no seller "nobody". To list all sellers, run: npm run seller -- list'],
    });
  });
});
