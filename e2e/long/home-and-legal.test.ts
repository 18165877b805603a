import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { openBrowser, PHONE, type Visit, visit, WIDE } from '../steps/browser.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';

describe.each(['giftcard', 'product'] as const)('home and the legal pages of the %s store', (brand) => {
  let browser: Browser;
  let server: RunningServer;
  let seen: Visit | undefined;
  let removeData: () => void;

  beforeAll(async () => {
    const folder = createDataFolder();
    removeData = folder.remove;
    server = await startServer({
      DATA_DIR: folder.path,
      DATABASE_URL: '',
      BRAND: brand,
      OPERATOR_NAME: 'Shop Pty Ltd',
    });
    browser = await openBrowser();
  });
  afterEach(async () => {
    await seen?.close();
    seen = undefined;
  });
  afterAll(async () => {
    await server.stop();
    removeData();
  });

  async function open(path: string, options: { size?: typeof PHONE; scheme?: 'light' | 'dark' } = {}): Promise<Page> {
    seen = await visit(browser, { url: server.url, ...options });
    await seen.page.goto(path);
    return seen.page;
  }
  const quiet = () => expect(seen?.noise).toEqual([]);

  it.each([
    [PHONE, 'light'],
    [WIDE, 'dark'],
  ] as const)(
    'shows the home page without header and footer, and links to the browse page (%o, %s)',
    async (size, scheme) => {
      const page = await open('/', { size, scheme });
      const possessive = brand === 'giftcard' ? 'their' : 'your';
      await page.getByRole('heading', { level: 1, name: `All you need is ${possessive} mobile number` }).waitFor();
      expect(await page.getByRole('banner').count()).toBe(0);
      expect(await page.getByRole('contentinfo').count()).toBe(0);
      expect(await page.getByRole('form', { name: 'Request a Demo' }).isVisible()).toBe(true);
      expect(await findAxeViolations(page)).toEqual([]);
      await page.getByRole('link', { name: /^Browse / }).click();
      await page.waitForURL('**/browse');
      quiet();
    },
  );

  it('explains what is missing in an invalid demo request, and stores the request once it is valid', async () => {
    const page = await open('/');
    await page.getByRole('button', { name: 'Request a Demo' }).click();
    await page.getByText('Please enter a first name').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('first_name');
    for (const [label, text] of Object.entries({
      'First name': 'Ann',
      'Last name': 'Lee',
      Company: 'Lee & Co',
      Email: 'ann@lee',
    })) {
      await page.getByLabel(label).fill(text);
    }
    await page.getByRole('button', { name: 'Request a Demo' }).click();
    await page.getByText('Please enter a valid email').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Ann');
    await page.getByLabel('Email').fill('ann@lee.example');
    const [answer] = await Promise.all([
      page.waitForResponse('**/leads'),
      page.getByRole('button', { name: 'Request a Demo' }).click(),
    ]);
    expect(answer.status()).toBe(201);
    expect(answer.request().postDataJSON()).toMatchObject({ email: 'ann@lee.example', retURL: `${server.url}/` });
    await page.getByText('Thank you, Ann').waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    quiet();
  });

  it('scrolls the terms to the section chosen in the contents', async () => {
    const page = await open('/terms');
    await page.getByText('Contents', { exact: true }).first().click();
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Vendor Terms' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#vendor-terms');
    await expect
      .poll(() =>
        page
          .getByRole('heading', { name: /Vendor Terms/ })
          .boundingBox()
          .then((box) => (box?.y ?? 9_999) < 500),
      )
      .toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);
    quiet();
  });

  it('follows links within the terms, and prints only the legal text', async () => {
    const page = await open('/terms', { size: WIDE });
    const terms = page.getByRole('region', { name: /Member Terms/ });
    await terms.getByRole('link', { name: 'Other Practices' }).first().click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#other-practices');
    const contents = page.getByRole('navigation', { name: 'Contents' });
    await contents.getByRole('link', { name: /Chargebacks/ }).waitFor();
    await page.emulateMedia({ media: 'print' });
    for (const part of [page.getByRole('banner'), page.getByRole('contentinfo'), contents]) {
      expect(await part.isVisible()).toBe(false);
    }
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(7);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    quiet();
  });

  it('shows the privacy policy with a link to the terms', async () => {
    const page = await open('/privacy', { size: WIDE, scheme: 'dark' });
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms & Conditions' }).click();
    await page.getByRole('heading', { level: 1, name: 'Terms & Conditions' }).waitFor();
    quiet();
  });
});
