import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { walkGiftCardSteps } from '../steps/gift-card-on-the-way.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, typeCard, waitForOrderNumber } from '../steps/pay.ts';
import { createDataFolder } from '../steps/server.ts';
import { signInCustomer } from '../steps/signed-in.ts';
import { runTool } from '../steps/tool.ts';

const FILE = `sku,store_view_code,product_type,categories,name,description,price,special_price,qty,additional_attributes,configurable_variations
PIER,,configurable,Default Category/Gift Cards,Pier gift card,<p>For anything on the pier.</p>,,,,vendor=North Pier,"sku=PIER-25,gift_card_price=$25|sku=PIER-60,gift_card_price=$60"
PIER-25,,virtual,,Pier gift card 25,,25.000000,20.000000,100,gift_card_price=$25,
PIER-60,,virtual,,Pier gift card 60,,60.000000,,100,gift_card_price=$60,
`;
const words = { picture: 'See you on the pier, Mia!', text: 'The first ice cream is on me.' };

describe('a gift card from a Magento file', () => {
  const data = createDataFolder();
  const folder = mkdtempSync(join(tmpdir(), 'handsel-files-'));
  afterAll(() => {
    data.remove();
    rmSync(folder, { recursive: true });
  });
  const shop = setUpShop({ DATA_DIR: data.path });
  let tries = 0;

  it('delivers a gift card bought from a Magento file that was imported into the running shop', {
    timeout: 240_000,
  }, async () => {
    tries += 1;
    const recipient = { firstname: 'Mia', lastname: 'Tran', mobile: `049157015${tries}` };
    const path = join(folder, 'pier.csv');
    writeFileSync(path, FILE);
    const loaded = await runTool({ DATA_DIR: data.path }, 'import', path);
    expect([loaded.status, loaded.stderr]).toEqual([
      0,
      expect.stringContaining('special_price: is not loaded: a gift card costs its face value.'),
    ]);
    const { send } = shop.server();
    const { body: results } = await send('GET mobiledigital/search', { query: { q: 'Pier gift card' } });
    const id = results.data.find(({ name }) => name === 'Pier gift card')?.id;

    const page = await shop.enter({ as: await signInCustomer(shop.server(), `+6141234567${tries}`) });
    await page.goto(`/product/${id}`);
    await page.getByText('North Pier').first().waitFor();
    await page.locator('button[data-amount]:enabled', { hasText: '$60' }).click();
    await walkGiftCardSteps(page, recipient, words);
    await typeCard(page);
    await confirmButton(page).click();
    expect(await waitForOrderNumber(page)).toMatch(/^\d{9}$/);

    const mobile = `+61${recipient.mobile.slice(1)}`;
    const text = await vi.waitFor(
      async () => {
        const got = await shop.server().phone(mobile);
        expect(got.map(({ kind }) => kind).toSorted()).toEqual(['mms', 'sms']);
        return got.find(({ kind }) => kind === 'sms')?.text ?? '';
      },
      { timeout: 60_000, interval: 250 },
    );
    expect(text).toContain(words.text);
    await page.goto(new URL(/http\S+/.exec(text)?.[0] ?? '').pathname);
    await page.getByText('$60').first().waitFor();
    await page.getByText('North Pier').first().waitFor();
  });
});
