import { describe, expect, it } from 'vitest';
import { ADD, setUpGiftCardFlow, walkGiftCardSteps, words } from '../steps/gift-card-on-the-way.ts';
import { confirmButton, typeSecurityCode, waitForOrderNumber } from '../steps/pay.ts';

describe('buying through the offline service worker', () => {
  const { shop, open } = setUpGiftCardFlow();

  it('delivers a gift card that was bought through the service worker', async () => {
    const page = await open(ADD, { scheduled_delivery: '' }, { worker: true });
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
    await walkGiftCardSteps(page, { firstname: 'Zoe', lastname: 'Hart', mobile: '0491570122' }, words);
    await typeSecurityCode(page);
    await confirmButton(page).click();
    await waitForOrderNumber(page);
    const kinds = async () => (await shop.server().phone('+61491570122')).map(({ kind }) => kind);
    await expect.poll(kinds).toEqual(expect.arrayContaining(['mms', 'sms']));
  });
});
