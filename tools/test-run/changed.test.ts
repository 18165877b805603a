import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseImports, root } from '../checks/source-files.ts';
import { changesSql, describeSkipped, findAffectedAddresses, mentionsAddress, selectJourneys } from './changed.ts';

const source = (path: string, text: string) => ({ path, text, imports: parseImports(path, text) });

describe('screens affected by a change', () => {
  const sources = [
    source('web/shop/routes.ts', "route('product/:id', 'product/product.tsx'); route('terms', 'legal/terms.tsx');"),
    source('web/shop/product/product.tsx', "import { price } from '#web/ui/price.ts';"),
    source('web/shop/legal/terms.tsx', "import { text } from './terms-text.ts';"),
    source('web/ui/price.ts', 'export const price = 1;'),
    source('web/shop/legal/terms-text.ts', 'export const text = 1;'),
  ];

  it('finds the routes of screens that import a changed file, directly or indirectly', () => {
    expect(findAffectedAddresses(['web/ui/price.ts'], sources)).toEqual(['product/:id']);
    expect(findAffectedAddresses(['web/shop/legal/terms.tsx', 'web/ui/price.ts'], sources)).toEqual([
      'product/:id',
      'terms',
    ]);
    expect(findAffectedAddresses(['server/app.ts'], sources)).toEqual([]);
    const till = source('web/till/till-app.tsx', "import { price } from '#web/ui/price.ts';");
    expect(findAffectedAddresses(['web/ui/price.ts'], [...sources, till])).toEqual(['product/:id', 'till']);
  });

  it('recognises a route in a journey, but not a longer route that starts with it', () => {
    expect(mentionsAddress("page.goto('/checkout')", 'checkout')).toBe(true);
    expect(mentionsAddress("page.goto('/account/orders')", 'account')).toBe(false);
    expect(mentionsAddress("page.goto('/product/12')", 'product/:id')).toBe(true);
    expect(mentionsAddress("page.goto('/products')", 'product/:id')).toBe(false);
  });

  it('runs the purchase journey if the server changed, and none if only documents changed', () => {
    const purchase = 'e2e/journeys/buy-a-gift-card.test.ts';
    expect(selectJourneys(['server/app.ts'], sources).journeys).toEqual([purchase]);
    expect(existsSync(join(root, purchase))).toBe(true);
    expect(selectJourneys(['docs/gallery.md'], sources)).toEqual({ journeys: [], left: [] });
  });
});

describe('journeysFor()', () => {
  const journey = (path: string) => source(`e2e/${path}`, "import { pay } from '../steps/pay.ts'; visit('/terms');");
  const sources = [
    source('web/shop/routes.ts', "route('terms', 'legal/terms.tsx');"),
    source('web/shop/legal/terms.tsx', 'export const text = 1;'),
    source('e2e/steps/pay.ts', "import { card } from './card.ts';"),
    source('e2e/steps/card.ts', 'export const card = 1;'),
    ...['journeys/a', 'journeys/b', 'journeys/c', 'journeys/d', 'long/e'].map((name) => journey(`${name}.test.ts`)),
    source('e2e/journeys/other.test.ts', ''),
  ];
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((name) => `e2e/journeys/${name}.test.ts`);
  const long = 'e2e/long/e.test.ts';

  it('runs three journeys that use a changed step, directly or indirectly, and lists the rest', () => {
    expect(selectJourneys(['e2e/steps/card.ts'], sources)).toEqual({ journeys: [a, b, c], left: [d, long] });
  });

  it('runs changed journeys first, including long ones', () => {
    expect(selectJourneys([long, 'e2e/journeys/other.test.ts'], sources)).toEqual({
      journeys: [long, 'e2e/journeys/other.test.ts'],
      left: [],
    });
    expect(selectJourneys([long, 'web/shop/legal/terms.tsx'], sources).journeys).toEqual([
      long,
      'e2e/journeys/buy-a-gift-card.test.ts',
      a,
    ]);
  });

  it('leaves out a deleted journey', () => {
    expect(selectJourneys(['e2e/long/gone.test.ts'], sources)).toEqual({ journeys: [], left: [] });
  });
});

describe('tests left out by --changed', () => {
  it('lists the tests that --changed leaves out, with the command that runs them', () => {
    const left = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `e2e/journeys/${name}.test.ts`);
    const first = left.slice(0, 5).join(', ');
    expect(describeSkipped([], [...left, 'e2e/long/h.test.ts'])).toEqual([
      `Journeys: ${first} and 2 more. Run npm test -- e2e.`,
      'Long journeys: e2e/long/h.test.ts. Run npm test -- long.',
    ]);
    expect(describeSkipped(['e2e/firefox/buy-in-firefox.test.ts', 'deploy/Caddyfile', 'package.json'], [])).toEqual([
      'e2e/firefox/buy-in-firefox.test.ts. Run npm test -- firefox.',
      'Tests that read deploy/Caddyfile as text. Run npm test.',
    ]);
    expect(describeSkipped(['web/ui/price.tsx', 'docs/gallery.md', 'server/app.test.ts'], [])).toEqual([]);
  });

  it('lists API and command tests if SQL changed, but not those in server/platform/database', () => {
    const files = ['db/migrations/0002_more.sql'];
    expect(changesSql(files)).toBe(true);
    expect(describeSkipped(files, [])).toEqual([
      'Tests of calls that use the database, except server/platform/database. They may be affected by db/migrations/0002_more.sql. Run npm test -- api.',
      'Tests of commands (tools/*.test.ts), which start the built program. Run npm test -- unit.',
    ]);
    expect(changesSql(['server/app.ts'])).toBe(false);
  });
});
