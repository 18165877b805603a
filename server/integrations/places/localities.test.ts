import { describe, expect, it } from 'vitest';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { createEmbeddedPlaces } from './embedded.ts';
import { readLocalities, replaceLocalities } from './localities-store.ts';
import { readLocalitiesCsv } from './read-localities.ts';
import { createReloadingPlaces } from './reloading-places.ts';

const HEAD = 'locality,state,postcode,count,latitude,longitude';
const read = (...lines: string[]) => readLocalitiesCsv([HEAD, ...lines].join('\n'));

it('returns the list of localities in mixed case, best-known first and without duplicates', () => {
  const { suburbs, errors } = read(
    'SMALL TOWN,NSW,2800,7,0,0',
    "O'CONNOR,ACT,2602,5000,0,0",
    'Mount McKenzie,SA,5353,40,0,0',
    'SMALL TOWN,NSW,2800,7,0,0',
  );
  expect(errors).toEqual([]);
  expect(suburbs).toEqual([
    { name: "O'Connor", state: 'ACT', postcode: '2602' },
    { name: 'Mount McKenzie', state: 'SA', postcode: '5353' },
    { name: 'Small Town', state: 'NSW', postcode: '2800' },
  ]);
});

it('converts names in capitals to mixed case and merges duplicates', () => {
  const names = ['MCLAREN VALE', 'O\u2019HALLORAN HILL', "O'HALLORAN HILL", "ST MARY'S", 'MACKAY', 'ISLE OF THE DEAD'];
  const otherNames = ['THE ROCKS', 'BRIGHTON-LE-SANDS', "D'AGUILAR", 'O\u2019Halloran Hill', 'Mount MacKenzie'];
  const { suburbs } = read(...[...names, ...otherNames].map((name) => `${name},SA,5171,1,0,0`));
  expect(suburbs.map(({ name }) => name)).toEqual([
    'Brighton-Le-Sands',
    "D'Aguilar",
    'Isle of the Dead',
    'Mackay',
    'McLaren Vale',
    'Mount MacKenzie',
    "O'Halloran Hill",
    "St Mary's",
    'The Rocks',
  ]);
});

it.each([
  ['DARWIN,NT,800,1,0,0', 'Line 2: the postcode 800 has lost its leading zero; save the column as text (0800).'],
  ['AUCKLAND,Auckland,1010,1,0,0', 'Line 2: "Auckland" is no Australian state; use a code such as NSW.'],
  [',NSW,2000,1,0,0', 'Line 2: the locality is empty.'],
  ['SYDNEY,NSW,2x00,1,0,0', 'Line 2: "2x00" is no postcode; four digits are needed.'],
])('reports an invalid row and how to fix it: %s', (line, error) => {
  expect(read(line)).toEqual({ suburbs: [], errors: [error] });
});

it('reports a single error for a file that is not a list of localities', () => {
  expect(readLocalitiesCsv('suburb;state\nx;y').errors[0]).toContain(
    'must name the columns locality, state and postcode',
  );
  expect(readLocalitiesCsv('').errors).toHaveLength(1);
  expect(readLocalitiesCsv('locality,state,postcode\n"x,NSW,2000').errors[0]).toContain('This is not a CSV file');
});

describe.each(databaseKinds())('a loaded list of localities (%s)', (kind) => {
  it('replaces the previous list of localities completely, and returns the attribution of the new list', async () => {
    const database = await openTestDatabase(kind);
    expect(await readLocalities(database.orm)).toBeNull();
    const towns = Array.from({ length: 12_000 }, (_, index) => ({
      name: `Town ${index}`,
      state: 'QLD',
      postcode: '4000',
    }));
    const now = new Date('2026-11-02T01:00:00Z');
    await replaceLocalities(database, { suburbs: towns, attribution: 'first', now });
    await replaceLocalities(database, {
      suburbs: [{ name: 'Birdsville', state: 'QLD', postcode: '4482' }],
      attribution: 'G-NAF',
      now,
    });
    const list = await readLocalities(database.orm);
    expect(list).toEqual({ suburbs: [{ name: 'Birdsville', state: 'QLD', postcode: '4482' }], attribution: 'G-NAF' });
    const found = await createEmbeddedPlaces(list ?? undefined).search('1 Adelaide St, Birds', '');
    expect(found).toMatchObject({ attribution: 'G-NAF', places: [{ suburb: 'Birdsville', street: '1 Adelaide St' }] });
    await database.close();
  });

  it('searches a newly loaded list of localities immediately', async () => {
    const database = await openTestDatabase(kind);
    const places = await createReloadingPlaces(database.orm);
    const found = async () => (await places.search('Birdsv', '')).places.map(({ suburb }) => suburb);
    const load = (name: string) =>
      replaceLocalities(database, {
        suburbs: [{ name, state: 'QLD', postcode: '4482' }],
        attribution: 'G-NAF',
        now: new Date('2026-11-02T01:00:00Z'),
      });
    expect(await found()).toEqual([]);
    await load('Birdsville');
    expect(await Promise.all([found(), found()])).toEqual([['Birdsville'], ['Birdsville']]);
    await load('Quilpie');
    expect(await found()).toEqual([]);
    await database.close();
  });
});
