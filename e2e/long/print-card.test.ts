import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { findAxeViolations } from '../steps/axe.ts';
import { PHONE, WIDE } from '../steps/browser.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const MOBILE = '0412345678';
const PX_A_MM = 96 / 25.4;
const papers = [
  ['A5', { format: 'A5', landscape: true }, [210, 148]],
  ['A5 portrait', { format: 'A5', landscape: false }, [148, 210]],
  ['A4', { format: 'A4', landscape: false }, [210, 297]],
  ['Letter', { format: 'Letter', landscape: false }, [216, 279]],
] as const;

describe('a printed card with long text', () => {
  const shop = setUpShop();
  let customer: Session;
  let order: number;

  beforeAll(async () => {
    customer = await signInCustomer(shop.server());
    const { send } = shop.server();
    const input = await prepareDemoCard(send, customer, {
      scheduledAt: '2026-11-20 09:30:00',
      zone: 'Australia/Sydney',
      to: MOBILE,
    });
    const words = { message: 'W'.repeat(50), text: `${'漢'.repeat(150)} ${'mw'.repeat(16)}` };
    await fillCart(send, customer, [{ ...input, ...words }]);
    const paid = await pay(send, customer, 'pm_card_visa');
    expect(paid.status).toBe(200);
    order = paid.body;
  });

  async function openPaper(page: Page): Promise<void> {
    await page.goto(`/account/order/${order}`);
    await page.getByRole('link', { name: /^Print the card/ }).click();
    await page.waitForURL(`**/account/order/${order}/print/*`);
    await page.getByRole('region', { name: 'Back of the card' }).waitFor();
    for (const image of await page.locator('.paper img').all())
      await image.evaluate((part: HTMLImageElement) => part.decode());
  }
  const onPaper = (page: Page) =>
    page.evaluate(() => {
      const paper = document.querySelector('.paper');
      const seen = [...document.body.querySelectorAll('*')].filter(
        (element) => element.checkVisibility() && element.getBoundingClientRect().height > 1,
      );
      const otherElements = seen.filter((element) => !paper?.contains(element) && !element.contains(paper));
      const cut = [...(paper?.querySelectorAll(':not(picture, source)') ?? [])].filter((element) => {
        const side = element.closest('.paper-side')?.getBoundingClientRect();
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isOutside =
          side && (left < side.left - 1 || right > side.right + 1 || top < side.top - 1 || bottom > side.bottom + 1);
        return (
          isOutside ||
          (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== 'visible')
        );
      });
      const [barcode, sheet] = [paper?.querySelector('.paper-barcode'), paper].map((part) =>
        part?.getBoundingClientRect(),
      );
      return {
        others: otherElements
          .filter(({ textContent }) => textContent?.trim())
          .map(({ outerHTML }) => outerHTML.slice(0, 80)),
        cut: cut.map(({ outerHTML }) => outerHTML.slice(0, 80)),
        barcode: [barcode?.width ?? 0, barcode?.height ?? 0],
        bottom: sheet?.bottom ?? 0,
      };
    });

  it.each(papers)(
    'prints only the card, on one page of %s, with nothing clipped and a barcode that scans',
    async (_name, format, [width, height]) => {
      const page = await shop.enter({ as: customer, size: WIDE });
      await openPaper(page);
      await page.emulateMedia({ media: 'print' });
      const px = (mm: number) => Math.round(mm * PX_A_MM);
      await page.setViewportSize({ width: px(width), height: px(height) });
      const paper = await onPaper(page);
      expect([paper.others, paper.cut]).toEqual([[], []]);
      // The barcode has 219 modules including quiet zones, each at least 0.38 mm wide in print.
      expect(paper.barcode[0]).toBeGreaterThan(219 * 0.38 * PX_A_MM);
      expect(paper.barcode[1]).toBeGreaterThan(15 * PX_A_MM);
      expect(paper.bottom).toBeLessThanOrEqual(px(height));
      const pdf = (await page.pdf(format)).toString('latin1');
      expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    },
  );

  it.each([
    ['phone', PHONE],
    ['wide screen', WIDE],
  ])('shows the printed card as paper on a %s, even in dark mode, and prints it on a tap', async (_name, size) => {
    const page = await shop.enter({ as: customer, size });
    await page.addInitScript(() => {
      window.print = () => document.documentElement.setAttribute('data-printed', '');
    });
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await openPaper(page);
    expect(await findAxeViolations(page)).toEqual([]);
    const cardBack = page.getByRole('region', { name: 'Back of the card' });
    const colours = await cardBack.evaluate((side) => [
      getComputedStyle(side).color,
      getComputedStyle(side.parentElement ?? side).color,
    ]);
    expect(new Set(colours)).toEqual(new Set(['rgb(29, 27, 26)']));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.getByRole('button', { name: 'Print', exact: true }).click();
    await page.locator('html[data-printed]').waitFor({ state: 'attached' });
  });
});
