import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findProduct } from '#server/domain/catalogue/products/product.ts';
import { findTemplateById, listTemplates } from '#server/domain/catalogue/products/templates.ts';
import { findDatabaseError } from '#server/platform/database/database-errors.ts';
import { findPictureSource } from '#server/platform/pictures/picture-source.ts';
import { openTestApp, type TestApp } from '#test/support/app.ts';
import { databaseKinds } from '#test/support/database.ts';
import { addProducts } from '#test/support/many-products.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { registerCatalogue } from './catalogue-routes.ts';

const { products, categories, options } = testShop;

describe.each(databaseKinds())('catalogue on %s', (kind) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: registerCatalogue });
  });
  afterAll(() => shop.close());
  const read = async (path: string) => (await shop.call('GET', `mobiledigital/${path}`)).body;
  const ids = (answer: { data: { id: number }[] }) => answer.data.map((tile) => tile.id);

  it('returns product tiles newest first, with gift cards leading in the gift card store [CA-34, EN-13, EN-15]', async () => {
    const answer = await read('browseProducts?page=1');
    expect(ids(answer)).toEqual([
      products.card,
      products.apron,
      products.shirt,
      products.soldOut,
      products.mug,
      products.teapot,
    ]);
    expect(answer.data.at(-1)).toEqual({
      id: products.teapot,
      sku: 'TEAPOT',
      name: 'Teapot',
      price: 59.95,
      image: '/media/teapot/640.jpg?v=teapot-1',
      picture: { id: 'teapot', version: 'teapot-1', width: 40, height: 30, ground: '#eeeeee' },
      qty: 3,
      type_id: 'simple',
      is_giftcard: false,
      short_desc: 'Teapot in short',
      product_seller_image: '/media/logo/640.jpg?v=logo-1',
      seller_name: 'Teapots & Co',
    });
  });

  it("shows the lowest price and the total stock of all variants on a configurable product's tile [EN-14, BR-16]", async () => {
    const { data } = await read('browseProducts');
    const shirt = data.find((tile: { id: number }) => tile.id === products.shirt);
    expect(shirt).toMatchObject({
      type_id: 'configurable',
      price: 44,
      qty: 7,
      image: '/media/front/640.jpg?v=front-1',
    });
  });

  it('returns other products before gift cards in the product store', async () => {
    const other = await openTestApp(kind, { register: registerCatalogue, brand: 'product' });
    const { body } = await other.call('GET', 'mobiledigital/browseProducts');
    expect(ids(body).at(-1)).toBe(products.card);
    await other.close();
  });

  it('returns each product of a category and its subcategories exactly once [CA-35, RT-06]', async () => {
    expect(ids(await read(`categoryProducts?category_id=${categories.home}&page=1`))).toEqual([
      products.mug,
      products.teapot,
    ]);
    expect(ids(await read(`categoryProducts?category_id=${categories.teapots}`))).toEqual([products.teapot]);
    expect(await read('categoryProducts?category_id=999')).toEqual({ status: true, data: [] });
  });

  it('returns the categories as a tree of three levels [CA-33, EN-26, EN-27]', async () => {
    const answer = await read('categories');
    expect(answer.status).toBe(true);
    expect(answer.data[1]).toMatchObject({ entity_id: categories.home, value: 'Home' });
    expect(answer.data[1].children[0].children[0]).toEqual({
      entity_id: categories.teapots,
      value: 'Teapots',
      children: [],
    });
  });

  it('returns the options of a product with the stock of each value [CA-08, EN-16, EN-20]', async () => {
    const { status, data } = await read(`product?product_id=${products.shirt}`);
    expect(status).toBe(true);
    expect(data.configurable_options).toEqual({
      color: {
        option_id: '93',
        options: [
          { option_value: options.blue, default_title: 'Blue', qty: 2 },
          { option_value: options.red, default_title: 'Red', qty: 5 },
        ],
      },
      size: {
        option_id: '141',
        options: [
          { option_value: options.small, default_title: 'S', qty: 7 },
          { option_value: options.large, default_title: 'L', qty: 0 },
        ],
      },
    });
    const card = await read(`product?product_id=${products.card}`);
    expect(Object.keys(card.data.configurable_options)).toEqual(['gift_card_price']);
    expect(data.options).toHaveLength(4);
    expect(data.options[0]).toEqual({
      attribute_code: 'color',
      value_index: options.blue,
      super_attribute_label: 'Colour',
      option_title: 'Blue',
    });
  });

  it('maps each colour and size to the SKU of a variant [EN-17, EN-21, EN-22]', async () => {
    const { data } = await read(`product?product_id=${products.shirt}`);
    const { red, blue, small, large } = options;
    expect(data.configurable_options_products).toEqual({
      [red]: { [small]: 'SHIRT-RED-S', [large]: 'SHIRT-RED-L' },
      [blue]: { [small]: 'SHIRT-BLUE-S' },
    });
    expect(data.configurable_products[1]).toMatchObject({
      sku: 'SHIRT-RED-L',
      price: 49,
      qty: 0,
      options: { color: red, size: large },
    });
    const apron = await read(`product?product_id=${products.apron}`);
    expect(apron.data.configurable_options_products).toEqual({ '': { [small]: 'APRON-S' } });
    const card = await read(`product?product_id=${products.card}`);
    expect(card.data.configurable_options.gift_card_price.option_id).toBe('216');
    expect(card.data.configurable_options_products).toEqual({
      '': { [options.price25]: 'CARD-25', [options.price50]: 'CARD-50' },
    });
  });

  it('returns the pictures, tabs and seller of a product [EN-19, EN-23, SP-09]', async () => {
    const { data } = await read(`product?product_id=${products.teapot}`);
    expect(data.images).toEqual(['/media/teapot/640.jpg?v=teapot-1', '/media/mug/640.jpg?v=mug-1']);
    expect(data.tab1).toEqual({
      title: 'Delivery',
      rows: [{ image: '/media/sign/640.jpg?v=sign-1', text: 'In two days' }],
    });
    expect(data.tab2).toMatchObject({ image: '/media/plaque/640.jpg?v=plaque-1', picture: { id: 'plaque' } });
    expect(data.tab3).toEqual([{ question: 'Dishwasher?', answer: 'Better not.' }]);
    expect(data.seller).toMatchObject({ name: 'Teapots & Co', shop_url: 'teapots' });
    expect(data.configurable_products).toEqual([]);
    const mug = await read(`product?product_id=${products.mug}`);
    expect(Object.keys(mug.data).filter((key) => key.startsWith('tab'))).toEqual([]);
  });

  it('sells gift cards only as configurable products [ST-036]', async () => {
    const { data } = await read(`product?product_id=${products.card}`);
    expect([data.is_giftcard, data.type_id]).toEqual([true, 'configurable']);
    const prices = data.configurable_options.gift_card_price;
    expect(prices.option_id).toBe('216');
    expect(data.configurable_products.map(({ options: chosen }: { options: object }) => chosen)).toEqual(
      prices.options.map(({ option_value }: { option_value: number }) => ({ gift_card_price: option_value })),
    );
    const simple = await shop.stored
      .change('products', { typeId: 'simple' }, { id: products.card })
      .catch(findDatabaseError);
    expect(simple).toMatchObject({ constraint: 'products_giftcard_configurable' });
  });

  it('reports that an unknown product does not exist [CA-08]', async () => {
    expect(await read('product?product_id=999')).toEqual({ status: false, not_exists: true });
    expect(await findProduct(shop.context, 0)).toBeNull();
  });

  it('returns the templates of a gift card [EN-45]', async () => {
    const [template] = await listTemplates(shop.context, products.card);
    expect(template).toMatchObject({
      mms_template_id: 'birthday',
      mms_template_url: '/media/birthday/640.jpg?v=birthday-1',
      drawing: 'bottom',
    });
    expect(await listTemplates(shop.context, products.mug)).toEqual([]);
    expect(await findTemplateById(shop.database.orm, template?.id ?? 0)).toMatchObject({ pictureId: 'birthday' });
    expect(await findTemplateById(shop.database.orm, 999)).toBeNull();
  });

  it('returns the source bytes of a picture as they were stored', async () => {
    const drawing = await findPictureSource(shop.database, 'teapot');
    expect(drawing).toMatchObject({ mime: 'image/svg+xml', version: 'teapot-1' });
    expect(drawing?.bytes.toString()).toMatch(/^<svg/);
    const photo = { mime: 'image/png', width: 1, height: 1, ground: '#fff', version: '1' };
    await shop.stored.add('pictures', { id: 'photo', source: Buffer.from([0x89, 0x50, 0x4e, 0x47]), ...photo });
    expect((await findPictureSource(shop.database, 'photo'))?.bytes).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    expect(await findPictureSource(shop.database, 'none')).toBeNull();
  });
});

describe.each(databaseKinds())('catalogue paging on %s', (kind) => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await openTestApp(kind, { register: registerCatalogue });
    const bulk = Array.from({ length: 20 }, (_, index) => ({ sku: `BULK-${index + 1}`, name: 'Bulk' }));
    await addProducts(shop.database, bulk);
    await shop.stored.add('products', {
      sku: 'EMPTY',
      name: 'Nothing to sell',
      shortDesc: '',
      description: '',
      typeId: 'configurable',
      isGiftcard: false,
      sellerId: testShop.sellers.teapots,
      createdAt: new Date('2026-06-01T00:00:00Z'),
    });
  });
  afterAll(() => shop.close());
  const page = async (n: number) =>
    (await shop.call('GET', `mobiledigital/browseProducts?page=${n}`)).body.data as { id: number; sku: string }[];

  it('returns ten products per page, each product once, and nothing past the end [BC-01]', async () => {
    const pages = await Promise.all([1, 2, 3, 4, 100_000].map(page));
    expect(pages.map((tiles) => tiles.length)).toEqual([10, 10, 6, 0, 0]);
    expect(new Set(pages.flat().map((tile) => tile.id)).size).toBe(26);
  });

  it('sorts products created at the same time by descending id, and hides products without variants [CA-38]', async () => {
    const tiles = (await Promise.all([1, 2, 3].map(page))).flat();
    expect(tiles.some((tile) => tile.sku === 'EMPTY')).toBe(false);
    const bulk = tiles.filter((tile) => tile.sku.startsWith('BULK')).map((tile) => tile.id);
    expect(bulk).toEqual(bulk.toSorted((a, b) => b - a));
  });

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=x', 'page=100001'])('rejects the query %s', async (query) => {
    expect((await shop.call('GET', `mobiledigital/browseProducts?${query}`)).status).toBe(400);
  });
});
