import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requireSellerName } from '#server/domain/sellers/seller.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { registerSellers } from './seller-routes.ts';

const { products, sellers } = testShop;

describe.each(databaseKinds())('sellers on %s', (kind) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: registerSellers });
  });
  afterAll(() => shop.close());
  const read = async (path: string) => (await shop.call('GET', `mobiledigital/${path}`)).body;

  it('returns the seller of a product [CA-09, EN-24, SP-08]', async () => {
    const { status, data } = await read(`seller?product_id=${products.shirt}`);
    expect(status).toBe(true);
    expect(data).toMatchObject({
      id: sellers.prints,
      name: 'Prints',
      shop_url: 'prints',
      seller_url: 'prints',
      image: '/media/front/640.jpg?v=front-1',
      supplied_by_image: '/media/plaque/640.jpg?v=plaque-1',
      popup_description: 'Made by hand.',
      pictures: { logo: { id: 'logo', width: 40, height: 30 } },
    });
    expect(await read('seller?product_id=999')).toEqual({ status: false });
  });

  it('returns a seller with its profile and all its products, newest first [CA-10, EN-25, SP-08]', async () => {
    const answer = await read('sellerInformation?seller_url=prints');
    expect(answer).toMatchObject({
      status: true,
      seller: {
        id: sellers.prints,
        shop_url: 'prints',
        description: '<p>Made by hand.</p>',
        pictures: { logo: { id: 'logo' } },
      },
    });
    expect(answer.products.map((tile: { id: number }) => tile.id)).toEqual([products.apron, products.shirt]);
  });

  it('returns status false for an unknown shop url [CA-10]', async () => {
    expect(await read('sellerInformation?seller_url=nobody')).toEqual({ status: false });
    expect(await read(`sellerInformation?seller_url=${encodeURIComponent("' or 1=1 --")}`)).toEqual({ status: false });
  });

  it('returns the name of a seller, and throws for an unknown one', async () => {
    expect(await requireSellerName(shop.database.orm, sellers.prints)).toBe('Prints');
    await expect(requireSellerName(shop.database.orm, 999)).rejects.toThrow('Seller 999 does not exist.');
  });
});
