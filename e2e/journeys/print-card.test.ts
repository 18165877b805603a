import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { axeViolations } from '../steps/axe.ts';
import { PHONE, WIDE } from '../steps/browser.ts';
import { watchCalls } from '../steps/calls.ts';
import { demoCard } from '../steps/demo-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const OWN = '0412345678';
const LATER = '2026-11-20 09:30:00';
const NOW = '2026-11-02 12:00:00';
const PX_A_MM = 96 / 25.4;
/** With their sizes in millimetres. */
const papers = [
  ['A5', { format: 'A5', landscape: true }, [210, 148]],
  ['A5 upright', { format: 'A5', landscape: false }, [148, 210]],
  ['A4', { format: 'A4', landscape: false }, [210, 297]],
  ['Letter', { format: 'Letter', landscape: false }, [216, 279]],
] as const;

describe('a card for oneself on paper', () => {
  const shop = ownShop();
  let customer: Session;
  let long: number;

  beforeAll(async () => {
    customer = await customerOf(shop.server());
    long = await buy({ at: LATER, message: 'W'.repeat(50), text: `${'漢'.repeat(150)} ${'mw'.repeat(16)}` });
  });

  /** Pays for a card to the customer's own number; returns the order's id. */
  async function buy(card: { at: string; message?: string; text?: string }): Promise<number> {
    const { send } = shop.server();
    const input = await demoCard(send, customer, { at: card.at, zone: 'Australia/Sydney', to: OWN });
    await fillCart(send, customer, [{ ...input, ...card }]);
    const paid = await pay(send, customer, 'pm_card_visa');
    expect(paid.status).toBe(200);
    return paid.body;
  }
  async function paperOf(page: Page, id: number): Promise<void> {
    await page.goto(`/account/order/${id}`);
    await page.getByRole('link', { name: /^Print the card/ }).click();
    await page.waitForURL(`**/account/order/${id}/print/*`);
    await page.getByRole('region', { name: 'Back of the card' }).waitFor();
    for (const image of await page.locator('.paper img').all())
      await image.evaluate((part: HTMLImageElement) => part.decode());
  }
  /** What a sheet of this size shows beside the card, and what of the card does not fit. */
  const onPaper = (page: Page) =>
    page.evaluate(() => {
      const paper = document.querySelector('.paper');
      const seen = [...document.body.querySelectorAll('*')].filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().height > 1,
      );
      const others = seen.filter((element) => !paper?.contains(element) && !element.contains(paper));
      const cut = [...(paper?.querySelectorAll(':not(picture, source)') ?? [])].filter((element) => {
        const side = element.closest('.paper-side')?.getBoundingClientRect();
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const out =
          side && (left < side.left - 1 || right > side.right + 1 || top < side.top - 1 || bottom > side.bottom + 1);
        return (
          out || (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
        );
      });
      const [barcode, sheet] = [paper?.querySelector('.paper-barcode'), paper].map((part) =>
        part?.getBoundingClientRect(),
      );
      return {
        others: others.filter(({ textContent }) => textContent?.trim()).map(({ outerHTML }) => outerHTML.slice(0, 80)),
        cut: cut.map(({ outerHTML }) => outerHTML.slice(0, 80)),
        barcode: [barcode?.width ?? 0, barcode?.height ?? 0],
        bottom: sheet?.bottom ?? 0,
      };
    });

  test.each(papers)(
    '%s holds it on one page: nothing of the shop, nothing cut, a barcode that scans',
    async (_name, format, [width, height]) => {
      const page = await shop.enter({ as: customer, size: WIDE });
      await paperOf(page, long);
      await page.emulateMedia({ media: 'print' });
      const px = (mm: number) => Math.round(mm * PX_A_MM);
      await page.setViewportSize({ width: px(width), height: px(height) });
      const shown = await onPaper(page);
      expect([shown.others, shown.cut]).toEqual([[], []]);
      // 219 modules, quiet zones included, of which none is narrower than shops print them.
      expect(shown.barcode[0]).toBeGreaterThan(219 * 0.38 * PX_A_MM);
      expect(shown.barcode[1]).toBeGreaterThan(15 * PX_A_MM);
      expect(shown.bottom).toBeLessThanOrEqual(px(height));
      const pdf = (await page.pdf(format)).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    },
  );

  test.each([
    ['phone', PHONE],
    ['wide screen', WIDE],
  ])('a %s shows it as paper, also in the dark, and its button prints', async (_name, size) => {
    const page = await shop.enter({ as: customer, size });
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await paperOf(page, long);
    expect(await axeViolations(page)).toEqual([]);
    const back = page.getByRole('region', { name: 'Back of the card' });
    const colours = await back.evaluate((side) => [
      getComputedStyle(side).color,
      getComputedStyle(side.parentElement ?? side).color,
    ]);
    expect(new Set(colours)).toEqual(new Set(['rgb(29, 27, 26)']));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.locator('html[data-printed]').waitFor({ state: 'attached' });
  });

  test('it counts as unopened: the number can be corrected, and then there is nothing to print', async () => {
    const id = await buy({ at: NOW });
    const page = await shop.enter({ as: customer });
    const calls = watchCalls(page);
    await paperOf(page, id);
    const code = await page.getByText(/^\w{4} \w{4} \w{4} \w{4}$/).textContent();
    expect(calls.of('POST mobiledigital/cardopened')).toEqual([]);
    const printed = page.url();
    await page.getByRole('link', { name: 'Your Order' }).click();
    const item = page.getByRole('region', { name: 'Items' }).getByRole('listitem').first();
    await item.getByText(/^Delivered Mon 2 Nov 2026/).waitFor();
    expect(await item.getByText(/^Opened .*2026/).count()).toBe(0);
    await item.getByRole('button', { name: /Correct the number/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Correct the number' });
    await sheet.getByLabel('Recipient’s mobile').fill('0491570231');
    await sheet.getByRole('button', { name: 'Correct and send' }).click();
    await sheet.waitFor({ state: 'detached' });
    await item.getByText('0491 570 231').waitFor();
    expect(await item.getByRole('link', { name: /^Print the card/ }).count()).toBe(0);
    await page.goto(printed);
    await page.getByRole('dialog').getByText('This card cannot be printed.').waitFor();
    await page.waitForURL(`**/account/order/${id}`);
    const secret = await linkOn('+61491570231');
    const { body } = await shop.server().send('GET mobiledigital/card', { query: { secret } });
    expect(body.data?.code).toMatch(/\w/);
    expect(body.data?.code.replaceAll('-', ' ')).not.toBe(code);
  });

  async function linkOn(to: string): Promise<string> {
    for (let tries = 0; tries < 150; tries += 1) {
      const texts = (await shop.server().phone(to)).map(({ text }) => text).join(' ');
      const secret = /\/card\/([\w-]+)/.exec(texts)?.[1];
      if (secret) return secret;
      await sleep(100);
    }
    throw new Error(`No card came to ${to}.`);
  }
});
