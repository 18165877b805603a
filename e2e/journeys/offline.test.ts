import { describe, expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { waitUntilKept } from '../steps/kept-offline.ts';
import { listCachedRequests, setUpOfflineShop, tile } from '../steps/offline-shop.ts';
import { asCustomer } from '../steps/signed-in.ts';

describe('the shop without a network', () => {
  const shop = setUpOfflineShop();

  it('opens a product viewed before, with its picture, and offers Refresh for other products [PO-01, PO-02, PO-03]', async () => {
    const { page } = shop.visitor();
    await page.goto('/browse');
    await waitUntilKept(page);
    const [seen, unseen] = [await tile(page, 0).getAttribute('href'), await tile(page, 1).getAttribute('href')];
    await tile(page, 0).click();
    await page.waitForURL(`**${seen}`);
    await page.getByRole('button', { name: /Add to Cart/ }).waitFor();
    const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await waitUntilKept(page);
    await shop.server().kill();

    await page.reload();
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe(name);
    await page.waitForFunction(() => [...document.images].some((image) => image.naturalWidth > 100));

    await page.goto(unseen ?? '');
    await page.getByText("You're offline. Click the button below to refresh.").waitFor();
    expect(new URL(page.url()).pathname).toBe(unseen);
    expect(await page.getByRole('link', { name }).getAttribute('href')).toContain(seen);
    expect(await findAxeViolations(page)).toEqual([]);

    await shop.startAgain();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.getByRole('button', { name: /Add to Cart/ }).waitFor();
    await page.locator('header a[href="/browse"]').click();
    await page.getByRole('heading', { name: 'Browse Gift Cards' }).waitFor();
  });

  it('loads the requested page automatically when the network is back', async () => {
    const { page, context } = shop.visitor();
    await page.goto('/browse');
    await waitUntilKept(page);
    const unseen = (await tile(page, 2).getAttribute('href')) ?? '';
    await context.setOffline(true);
    await page.goto(unseen);
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    const drawing = page.locator('main img');
    await expect.poll(() => drawing.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: /Add to Cart/ }).waitFor();
  });

  it('caches no personal data of a customer for offline use', async () => {
    const { page, context } = shop.visitor();
    const cardInput = await prepareDemoCard(shop.server().send, shop.customer(), {
      scheduledAt: '2027-11-20 09:30:00',
      zone: 'Australia/Sydney',
      to: '0491570157',
    });
    await fillCart(shop.server().send, shop.customer(), [cardInput]);
    await pay(shop.server().send, shop.customer(), 'pm_card_visa');
    await asCustomer(context, shop.customer(), { now: new Date().toISOString() });
    await page.goto('/browse');
    await waitUntilKept(page);
    for (const path of ['/account/orders', '/account/order/1', '/account/addressinformation', '/account/savedcards']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
    }
    await page.goto('/card/nosuchcardnosuchcard').then(() => page.waitForLoadState('networkidle'));
    await page.goto('/browse');
    await waitUntilKept(page);
    const keptPaths = await listCachedRequests(page);
    expect(keptPaths).toContain('/browse');
    const otherPaths = keptPaths.filter((path) => !/^\/(assets|media)\//.test(path));
    const shared =
      /^\/(browse|product\/\d+|offline|offline-page\.js|language-of-pages|giftcard\/(add|mmstemplates|schedule|sendnoworschedule)\/-(\/-)?)$/;
    const calls = /^\/rest\/default\/V1\/mobiledigital\/(browseProducts|categories|product|seller|shopsettings)$/;
    expect(otherPaths.filter((path) => !shared.test(path) && !calls.test(path))).toEqual([]);
  });
});
