import { describe, expect, it } from 'vitest';
import { waitUntilKept } from '../steps/kept-offline.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { listCachedRequests, setUpOfflineShop, tile } from '../steps/offline-shop.ts';
import { asCustomer } from '../steps/signed-in.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';

describe('the shop without a network', () => {
  const shop = setUpOfflineShop();

  it('deletes cached pages and refetches the offline page when the customer changes the language', async () => {
    const { page, context } = shop.visitor();
    await page.goto('/browse');
    await waitUntilKept(page);
    const seen = (await tile(page, 0).getAttribute('href')) ?? '';
    await page.goto(seen);
    await waitUntilKept(page);
    await page.goto('/browse');
    // The footer moves while the list loads, so use the menu.
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deutsch' }).click();
    await page.locator('html[lang=de]').waitFor({ state: 'attached' });
    await expect.poll(() => listCachedRequests(page)).not.toContain(seen);
    await waitUntilKept(page);
    await context.setOffline(true);
    await page.goto(seen);
    await page.getByRole('heading', { name: 'Keine Verbindung' }).waitFor();
    await page.goto('/browse');
    await page.getByRole('heading', { level: 1, name: 'Geschenkkarten ansehen' }).waitFor();
    await context.setOffline(false);
  });

  it('opens the legal pages without a network', async () => {
    const { page, context } = shop.visitor();
    await page.goto('/');
    await waitUntilKept(page);
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Privacy Policy' }).last().click();
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
    await page.getByRole('link', { name: 'Terms & Conditions' }).last().click();
    await page.waitForURL('**/terms');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('opens the steps of a gift card stored on this phone without a network', async () => {
    const { page, context } = shop.visitor();
    const card = await createLocalCard(shop.server().send, shop.customer(), {
      scheduledAt: '2026-11-20 09:30:00',
      complete: true,
    });
    await asCustomer(context, shop.customer(), { now: new Date().toISOString(), giftCards: { [KEY]: card } });
    await page.goto(`/product/${card.id}`);
    await waitUntilKept(page);
    await context.setOffline(true);
    await page.goto(`/giftcard/add/${KEY}`);
    await page.getByRole('heading', { name: 'Who are you sending it to?' }).waitFor();
    expect(await page.getByLabel('Firstname').inputValue()).toBe('Mia');
  });

  it('removes the service worker and caches from phones once OFFLINE=off is set', async () => {
    const { page } = shop.visitor();
    await page.goto('/browse');
    await waitUntilKept(page);
    await shop.server().stop();
    await shop.startAgain({ OFFLINE: 'off' });
    await page.goto('/browse');
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).length)).toBe(0);
    await page.goto('/browse');
    const left = await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(left).toBe(0);
    await shop.server().stop();
    await shop.startAgain();
  });
});
