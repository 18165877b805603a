import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { isGiftCard, listAllTiles } from '../steps/catalogue.ts';
import { type DeliveredCard, giveCard } from '../steps/gift-card.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const NARROW = { width: 360, height: 740 };
const key = 'aaaaaaaa-0000-4000-8000-000000000004';

describe('the shop in German', () => {
  const shop = setUpShop();
  let customer: Session;
  let deliveredCard: DeliveredCard;
  let giftCards: Record<string, object>;

  beforeAll(async () => {
    const server = shop.server();
    deliveredCard = await giveCard(server, { to: '0491570157', message: 'Well done, Mia!', text: 'Lunch is on me' });
    await server.moveTo('2026-11-02T01:02:00Z');
    customer = await signInCustomer(server);
    giftCards = {
      [key]: await createLocalCard(server.send, customer, { scheduledAt: '2026-11-20 09:30:00', complete: true }),
    };
  });

  const german = async (page: Page): Promise<Page> => {
    await page.context().addCookies([{ name: 'language', value: 'de', url: shop.server().url }]);
    return page;
  };

  it('keeps German action bars low on a small phone, so that the amounts stay in view', async () => {
    const small = { width: 360, height: 640 };
    const path = `/giftcard/schedule/${key}/${key}`;
    const page = await german(await shop.enter({ as: customer, giftCards, size: small }));
    await page.goto(path);
    const top = async (name: string | RegExp) =>
      (await page.getByRole('button', { name }).first().boundingBox())?.y ?? 0;
    await page.getByRole('button', { name: 'Speichern' }).waitFor();
    expect(small.height - (await top('Speichern'))).toBeLessThan(small.height / 8);
    const tiles = await listAllTiles(shop.server());
    await page.goto(`/product/${tiles.find(isGiftCard)?.id}`);
    const amount = page.locator('[data-amount]').first();
    const box = await amount.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0) / 2).toBeLessThan(await top('In den Warenkorb'));
    expect(small.height - (await top('In den Warenkorb'))).toBeLessThan(small.height / 8);
  });

  it('fits German pages into the width of a narrow phone', async () => {
    const page = await german(await shop.enter({ as: customer, giftCards, size: NARROW, expected: /404/ }));
    const paths = [
      '/',
      '/browse',
      `/product/${deliveredCard.cardInput.productId}`,
      '/checkout',
      '/account',
      '/404',
      deliveredCard.path,
      '/terms',
    ];
    for (const path of paths) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      await page.waitForLoadState('networkidle');
      const [lang, wide] = await page.evaluate(() => [
        document.documentElement.lang,
        document.documentElement.scrollWidth,
      ]);
      expect([path, lang, wide]).toEqual([path, 'de', NARROW.width]);
    }
  });

  it('shows legal pages in two languages without accessibility errors', async () => {
    const page = await german(await shop.enter());
    await page.goto('/terms');
    await page.getByText('Dieser Text ist auf Englisch, und es gilt der englische Wortlaut.').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });

  it('shows recipients the card page in German, with the picture that was sent', async () => {
    const page = await german(await shop.enter());
    await page.goto(deliveredCard.path);
    await page.getByRole('heading', { level: 1, name: 'Mia, Wren hat ein Geschenk für dich' }).waitFor();
    await page.getByText('Einlösbar bis 2. November 2029').waitFor();
    await page.getByRole('img', { name: /For Mia\. / }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
