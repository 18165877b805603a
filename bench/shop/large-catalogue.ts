import { artGround, artIds, artSize, drawArt } from '#db/seed/art/draw.ts';
import type { Database } from '#server/platform/database/database.ts';
import * as schema from '#server/platform/database/schema/schema.ts';

const SELLERS = 400;
const CATEGORIES = 120;
const WORDS = 12_000;
const AT_ONCE = 500;
const LARGE = 1;
const NEWEST = Date.parse('2026-11-01T00:00:00Z');

const SYLLABLES = [
  'ka',
  'lo',
  'mi',
  'ren',
  'tu',
  'sel',
  'bo',
  'dan',
  'fi',
  'gor',
  'hu',
  'jas',
  'nem',
  'pol',
  'ver',
  'zu',
];
const THINGS = ['mug', 'lantern', 'jacket', 'candle', 'monstera', 'coffee', 'teapot', 'blanket', 'puzzle', 'soap'];

/** Returns a seeded random number generator, so that runs are comparable. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Adds products of 400 sellers, each with two variants. One product in five is a gift card. */
export async function loadLargeCatalogue(database: Database, products: number): Promise<void> {
  const roll = createDice(7);
  const words = Array.from({ length: WORDS }, () =>
    Array.from({ length: 2 + roll(3) }, () => SYLLABLES[roll(SYLLABLES.length)]).join(''),
  );
  const word = (): string => words[Math.min(roll(WORDS), roll(WORDS))] ?? '';
  const [picture = ''] = artIds();
  const { orm } = database;
  await orm.insert(schema.pictures).values({
    id: picture,
    mime: 'image/svg+xml',
    source: Buffer.from(drawArt(picture)),
    ...artSize(picture),
    ground: artGround(picture),
    version: '1',
  });
  await orm.insert(schema.sellers).values(
    Array.from({ length: SELLERS }, (_, index) => ({
      name: `${word()} ${word()}`,
      shopUrl: `seller-${index}`,
      description: '',
      popupDescription: '',
      logo: picture,
      image: picture,
      suppliedByImage: picture,
      flatShippingCents: 995,
    })),
  );
  await orm
    .insert(schema.optionValues)
    .values({ attributeId: 141, attributeCode: 'size', valueIndex: LARGE, title: 'L', position: 0 });
  await orm.insert(schema.categories).values(
    Array.from({ length: CATEGORIES }, (_, index) => ({
      entityId: index + 1,
      parentId: index < 10 ? null : (index % 10) + 1,
      name: `${word()} ${THINGS[index % THINGS.length]}`,
      position: index,
      level: index < 10 ? 1 : 2,
    })),
  );
  for (let first = 1; first <= products; first += AT_ONCE) {
    await insertSome(database, { first, last: Math.min(products, first + AT_ONCE - 1), roll, word, picture });
  }
  await database.exclusive(async (run) => {
    await run.exec(`select setval(pg_get_serial_sequence('products', 'id'), ${products})`);
    await run.exec('vacuum analyze');
  });
}

type Some = { first: number; last: number; roll: (sides: number) => number; word: () => string; picture: string };

async function insertSome({ orm }: Database, { first, last, roll, word, picture }: Some): Promise<void> {
  const ids = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const text = (count: number): string => Array.from({ length: count }, word).join(' ');
  await orm
    .insert(schema.products)
    .overridingSystemValue()
    .values(
      ids.map((id) => ({
        id,
        sku: `P${id}`,
        name: `${text(2)} ${THINGS[roll(THINGS.length)]}`,
        shortDesc: text(12),
        description: `<p>${text(30)}</p>`,
        typeId: 'configurable' as const,
        isGiftcard: id % 5 === 0,
        sellerId: 1 + Math.min(roll(SELLERS), roll(SELLERS)),
        createdAt: new Date(NEWEST - roll(1_000_000_000)),
      })),
    );
  await orm.insert(schema.variants).values(
    ids.flatMap((productId) =>
      [null, LARGE].map((size) => ({
        productId,
        sku: `P${productId}-${size ?? 'S'}`,
        priceCents: 500 + roll(20_000),
        qty: roll(4),
        size,
      })),
    ),
  );
  await orm
    .insert(schema.productPictures)
    .values(ids.map((productId) => ({ productId, position: 0, pictureId: picture })));
  await orm
    .insert(schema.productCategories)
    .values(ids.map((productId) => ({ productId, categoryId: 1 + roll(CATEGORIES) })));
}
