import { describe, expect, it } from 'vitest';
import { ownSeller } from '#test/support/catalogue-files.ts';
import { importIntoEach } from '#test/support/catalogue-imports.ts';
import { databaseKinds } from '#test/support/database.ts';

const HEAD = 'sku,product_type,name,price,qty,categories,additional_attributes\n';

describe.each(databaseKinds())('text and sellers of imported files on %s', (kind) => {
  const { bring, products, stored } = importIntoEach(kind);

  const sold = async () =>
    (await products())
      .map(({ sku, name, seller }) => ({ sku, name, seller }))
      .toSorted((row, other) => (row.sku < other.sku ? -1 : 1));

  it('assigns products without a seller to one seller for the shop itself, created only once', async () => {
    expect(await bring(`${HEAD}A,simple,A,1,1,,\nB,simple,B,1,1,,vendor=North Pier\n`)).toMatchObject({
      output: [],
      counts: { sellers: 2 },
    });
    expect(await bring(`${HEAD}C,simple,C,1,1,,\nB,simple,B,1,1,,\n`)).toMatchObject({ counts: { sellers: 0 } });
    expect(await sold()).toEqual([
      { sku: 'A', name: 'A', seller: ownSeller },
      { sku: 'B', name: 'B', seller: 'North Pier' },
      { sku: 'C', name: 'C', seller: ownSeller },
    ]);
    expect((await stored().all('sellers')).map(({ name, shopUrl }) => ({ name, shopUrl }))).toEqual([
      { name: 'North Pier', shopUrl: 'north-pier' },
      { name: ownSeller, shopUrl: 'shop-co' },
    ]);
  });

  it('removes invisible characters from the names of products and sellers', async () => {
    await bring(`${HEAD}A,simple,\u202EA \u200Bcup\u00AD,1,1,,vendor=North\u2060 Pier\u202C\n`);
    expect(await sold()).toEqual([{ sku: 'A', name: 'A cup', seller: 'North Pier' }]);
  });

  it('assigns rows without a seller by the --seller shop URL or name, and leaves other rows alone', async () => {
    await bring(`${HEAD}A,simple,A,1,1,,\nB,simple,B,1,1,,vendor=North Pier\n`);
    await bring(`${HEAD}A,simple,A,1,1,,\nD,simple,D,1,1,,\n`, { seller: 'north-pier' });
    await bring(`${HEAD}E,simple,E,1,1,,\nB,simple,B,1,1,,vendor=North Pier\n`, { seller: 'Bay' });
    expect((await sold()).map(({ sku, seller }) => `${sku} ${seller}`)).toEqual([
      `A ${ownSeller}`,
      'A-north-pier North Pier',
      'B North Pier',
      'D North Pier',
      'E Bay',
    ]);
    expect(await stored().count('sellers')).toBe(3);
  });

  it('truncates a long short description without splitting a character', async () => {
    const heading = 'Handle,Title,Variant SKU,Variant Price,SEO Description\n';
    for (const before of [998, 999, 1_000]) {
      expect((await bring(`${heading}a,Cup,A,5,${'x'.repeat(before)}🎁${'y'.repeat(2_000)}\n`)).output).toEqual([]);
      const { shortDesc } = await stored().one('products');
      expect(shortDesc).toBe(`${'x'.repeat(before)}${before === 998 ? '🎁' : ''}`);
    }
  });

  it('decodes HTML entities in names, sellers, categories, options and short descriptions', async () => {
    const content =
      'Handle,Title,Vendor,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,SEO Description\n' +
      'a,Push It Messenger&trade; &#8211; Caf&eacute; R&amp;D,Leaf &amp; Tin,Tea &amp; more > Gr&uuml;n,Gr&ouml;&szlig;e,S &amp; M,A-1,5,Soft&nbsp;&amp; warm\n';
    expect((await bring(content)).output).toEqual([]);
    const product = { name: 'Push It Messenger\u2122 \u2013 Café R&D', shortDesc: 'Soft & warm', seller: 'Leaf & Tin' };
    expect(await products()).toMatchObject([{ ...product, categories: ['Tea & more/Grün'] }]);
    expect((await stored().all('categories')).map(({ name }) => name).toSorted()).toEqual(['Grün', 'Tea & more']);
    expect(await stored().one('optionValues')).toMatchObject({ title: 'S & M', label: 'Größe' });
  });

  it('removes invisible characters written as entities', async () => {
    const heading = 'Handle,Title,Vendor,Body (HTML),Variant SKU,Variant Price,SEO Description\n';
    const row = '&#8238;Wren&shy; mug,Salt&shy; Shed,<p>Of &#8203;clay</p>,A,5,Of &#8203;clay';
    expect((await bring(`${heading}a,${row}\nb,Bowl,&nbsp;,,B,5,\n`)).output).toEqual([]);
    expect(await sold()).toEqual([
      { sku: 'A', name: 'Wren mug', seller: 'Salt Shed' },
      { sku: 'B', name: 'Bowl', seller: ownSeller },
    ]);
    expect(await stored().one('products', { sku: 'A' })).toMatchObject({
      description: '<p>Of clay</p>',
      shortDesc: 'Of clay',
    });
  });

  const WOO = 'Type,SKU,Name,Regular price\n';
  it.each([
    ['a non-breaking space in a Shopify title', 'Handle,Title,Vendor,Variant Price\na,&nbsp;,V,5\n', ':2:2 title'],
    ['a direction mark in a Magento name', `${HEAD}A,simple,&#8238;,1,1,,\n`, ':2:3 name'],
    ['an HTML tag in a WooCommerce name', `${WOO}simple,A,<br>,5\n`, ':2:3 name'],
    ['a lone variation selector', `${WOO}simple,A,\ufe0f,5\n`, ':2:3 name'],
  ])('rejects a name of only invisible characters as empty: %s', async (_, content, place) => {
    expect((await bring(content)).output).toEqual([expect.stringMatching(`${place}: is empty; `)]);
  });

  const text = `${HEAD}A,simple,Plain,1,1,,\nB,simple,Café\u2122 \u20ac5 \u2013 “Zoë”,1,1,,\n`;
  const CP1252: Record<string, number> = { '\u2122': 0x99, '\u20ac': 0x80, '\u2013': 0x96, '“': 0x93, '”': 0x94 };
  const windows = Buffer.from([...text].map((sign) => CP1252[sign] ?? sign.charCodeAt(0)));
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  it.each<[string, Buffer, string[]]>([
    ['UTF-8', Buffer.from(text), []],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${text}`), []],
    ['UTF-16, little-endian', utf16, []],
    ['UTF-16, big-endian', Buffer.from(utf16).swap16(), []],
    [
      'Windows-1252',
      windows,
      [
        'p.csv:3 warning: This line is not valid UTF-8, so the file is read as Windows-1252, which spreadsheets often write. Check the accented letters.',
      ],
    ],
  ])('reads a file encoded in %s', async (_, content, errors) => {
    expect((await bring(content)).output).toEqual(errors);
    expect((await sold())[1]?.name).toBe('Café\u2122 \u20ac5 \u2013 “Zoë”');
  });

  it('detects the encoding of a large file from a character near its end', async () => {
    const rows = Array.from(
      { length: 4_000 },
      (_, index) => `S${index},simple,${'é'.repeat(20)} ${index},1,1,,\n`,
    ).join('');
    expect((await bring(Buffer.from(HEAD + rows))).output).toEqual([]);
    const latin = Buffer.concat([
      Buffer.from(HEAD + rows.replaceAll('é', 'e')),
      Buffer.from('Z,simple,Zo\xeb,1,1,,\n', 'latin1'),
    ]);
    expect((await bring(latin)).output).toEqual([
      expect.stringMatching(/^p\.csv:4002 warning: This line is not valid UTF-8/),
    ]);
    expect(await stored().one('products', { sku: 'Z' })).toMatchObject({ name: 'Zoë' });
  });
});
