import { expect, it } from 'vitest';
import { scrollToEnd } from '../steps/listing.ts';
import { setUpShop } from '../steps/own-shop.ts';

const CATALOGUE = /\/assets\/de-[^/]*\.js/;

const shop = setUpShop();

it('translates pages and prices when the language link in the footer is tapped, and keeps the language after a reload', async () => {
  const page = await shop.enter();
  const catalogues: string[] = [];
  page.on('request', (request) => {
    if (CATALOGUE.test(request.url())) catalogues.push(request.url());
  });
  await page.goto('/browse');
  await page.getByRole('heading', { level: 1, name: 'Browse Gift Cards' }).waitFor();
  const price = page.getByText(/^From \$25\.00 AUD$/).first();
  await price.waitFor();
  // Scrolls to the end first, because a growing list moves the footer.
  await scrollToEnd(page);
  await page.waitForLoadState('networkidle');
  expect(catalogues).toEqual([]);
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.locator('html[lang=de]').waitFor({ state: 'attached' });
  const sees = async () => {
    await page.getByRole('heading', { level: 1, name: 'Geschenkkarten ansehen' }).waitFor();
    await page
      .getByText(/^ab 25,00\sAUD$/)
      .first()
      .waitFor();
    await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).waitFor();
    expect(await price.count()).toBe(0);
  };
  await sees();
  await page.waitForLoadState('networkidle');
  expect(catalogues).toHaveLength(1);
  await page.reload();
  await sees();
  await page.getByRole('button', { name: 'Menü' }).click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Konto' }).click();
  await page.getByRole('button', { name: 'Anmelden' }).waitFor();
  await page.goto('/');
  await page.getByRole('heading', { level: 1, name: 'Du brauchst nur ihre Handynummer' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('heading', { level: 1, name: 'All you need is their mobile number' }).waitFor();
});

it('renders the page in the language of the visitor’s cookie', async () => {
  const read = async (cookie: string) => {
    const answer = await fetch(`${shop.server().url}/browse`, { headers: { cookie } });
    return answer.text();
  };
  const [german, other] = await Promise.all([read('language=de'), read('language=xx')]);
  expect([/<html lang="([^"]*)"/.exec(german)?.[1], /<html lang="([^"]*)"/.exec(other)?.[1]]).toEqual(['de', 'en-AU']);
  expect([german.includes('Geschenkkarten ansehen'), german.includes('Browse Gift Cards')]).toEqual([true, false]);
  expect([other.includes('Geschenkkarten ansehen'), other.includes('Browse Gift Cards')]).toEqual([false, true]);
});
