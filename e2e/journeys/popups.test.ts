import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TileProduct } from '#contract/catalogue.ts';
import { answerCall, holdCall, type Reply, watchCalls } from '../steps/calls.ts';
import { isSimple, someTile } from '../steps/catalogue.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';
import { usable } from '../steps/usable.ts';

const SENTENCE = 'An Unexpected Error has occured. Please try again later.';

describe('what the shop says when something is wrong, or takes a while', () => {
  const shop = ownShop();
  let customer: Session;
  let simple: TileProduct;

  beforeAll(async () => {
    customer = await customerOf(shop.server());
    simple = await someTile(shop.server(), isSimple);
  });

  /** Goes to the list by a link of another page; it is answered so. */
  async function browseOn(reply: Reply, expected: RegExp): Promise<Page> {
    const page = await shop.enter({ expected });
    await answerCall(page, 'GET mobiledigital/browseProducts', reply);
    await page.goto('/privacy');
    await toBrowse(page);
    return page;
  }
  const toBrowse = async (page: Page) => {
    await usable(page);
    await page.locator('header a[href="/browse"]').click();
  };
  /** Presses Add to Cart on a product page while a call of it is answered so. */
  async function addWith(reply: Reply, expected: RegExp): Promise<Page> {
    const page = await shop.enter({ as: customer, expected });
    await answerCall(page, 'POST carts/mine/items', reply);
    await page.goto(`/product/${simple.id}`);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    return page;
  }
  const popup = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
  const loader = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true });

  test('a call without an answer shows that the customer is offline, with Refresh [PO-01, PO-02, ER-07]', async () => {
    const page = await browseOn('nothing', /ERR_CONNECTION_FAILED/);
    const offline = page.getByRole('dialog');
    await offline.getByText("You're offline. Click the button below to refresh.", { exact: true }).waitFor();
    expect(await offline.getByRole('button', { name: 'Refresh' }).isVisible()).toBe(true);
    expect(await page.getByText('Something Went Wrong').count()).toBe(0);
  });

  test('Refresh loads the page again, and what failed goes on [PO-03]', async () => {
    const page = await browseOn('nothing', /ERR_CONNECTION_FAILED/);
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await refresh.waitFor();
    await page.unrouteAll();
    await Promise.all([page.waitForEvent('load'), refresh.click()]);
    await page.getByRole('article').nth(9).scrollIntoViewIfNeeded();
    await page.getByRole('article').nth(12).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  test('a tap that was meant for the page does not press the Refresh that has just come', async () => {
    // More than a second after the tap: the call is tried twice.
    const page = await addWith('nothing', /ERR_CONNECTION_FAILED/);
    const refresh = page.getByRole('button', { name: 'Refresh' });
    await page.evaluate(() => {
      document.documentElement.dataset.same = 'yes';
      // As an impatient thumb: the moment it is there.
      new MutationObserver(() => {
        const button = document.querySelector('dialog[open] [data-autofocus]');
        if (!button || document.documentElement.dataset.under) return;
        const { x, y, width, height } = button.getBoundingClientRect();
        const under = document.elementFromPoint(x + width / 2, y + height / 2);
        document.documentElement.dataset.under = button.contains(under) ? 'Refresh' : 'nothing';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await refresh.waitFor();
    expect(await page.locator('html').getAttribute('data-under')).toBe('nothing');
    await Promise.all([page.waitForEvent('load'), refresh.click()]);
    expect(await page.locator('html').getAttribute('data-same')).toBeNull();
  });

  test('an error answer shows the message popup with the server’s words under its header [PO-04, PO-05, ER-04]', async () => {
    const page = await browseOn({ status: 500, body: { message: 'The shelves fell over.' } }, /status of 500/);
    const said = popup(page, 'Something Went Wrong');
    const [header, words] = [said.getByRole('heading'), said.getByText('The shelves fell over.', { exact: true })];
    await words.waitFor();
    expect(await header.textContent()).toBe('Something Went Wrong');
    const [above, below] = [await header.boundingBox(), await words.boundingBox()];
    expect(above && below && below.y >= above.y + above.height).toBe(true);
    await said.getByRole('button', { name: 'OK' }).click();
    await said.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  test.each([404, 500, 503])(
    'the answer %s without words says that it is unexpected [ER-01, ER-03]',
    async (status) => {
      const page = await browseOn({ status, body: {} }, new RegExp(`status of ${status}`));
      await popup(page, 'Something Went Wrong').getByText(SENTENCE, { exact: true }).waitFor();
    },
  );

  test('an error of the page shows the unexpected error, and a click dismisses it [PO-06, PO-07, PO-08]', async () => {
    const page = await browseOn({ body: null }, /TypeError/);
    const unexpected = popup(page, 'Unexpected Error');
    await unexpected.getByText(SENTENCE, { exact: true }).click();
    await unexpected.waitFor({ state: 'detached' });
  });

  test('a tap whose code fails, and a promise nobody handles, show the unexpected error too [PO-06]', async () => {
    const page = await shop.open('/browse', { as: customer, expected: /out of luck/ });
    const unexpected = popup(page, 'Unexpected Error');
    await page.evaluate(() => {
      const broken = () => {
        throw new Error('out of luck');
      };
      crypto.getRandomValues = broken;
      document.querySelector('h1')?.addEventListener('click', broken);
    });
    await page.getByRole('heading', { level: 1 }).click();
    await unexpected.getByRole('button', { name: 'OK' }).click();
    await unexpected.waitFor({ state: 'detached' });
    // A card that is begun needs a key of its own.
    await page.getByRole('article').filter({ hasText: 'Buy Now' }).first().getByRole('link').first().click();
    await page.getByRole('button', { name: /^\$25/ }).first().click();
    await unexpected.waitFor();
  });

  test('a product that cannot be had is out of stock [PO-09, PO-10, ER-14]', async () => {
    const body = { code: 'not_available', message: 'Product that you are trying to add is not available.' };
    const page = await addWith({ status: 400, body }, /status of 400/);
    const out = popup(page, 'Out of Stock');
    await out.getByText('Product is out of stock.', { exact: true }).waitFor();
    await out.getByRole('button', { name: 'OK' }).click();
    await out.waitFor({ state: 'detached' });
  });

  test.each(['a product page', 'a tile'])('more than there is, from %s, says so in a popup [ER-15]', async (from) => {
    const reply = { status: 400, body: { code: 'qty_not_available', message: 'The requested qty is not available' } };
    const page = from === 'a product page' ? await addWith(reply, /status of 400/) : await pressTile(reply);
    await popup(page, 'Qty not Available').getByText(reply.body.message, { exact: true }).waitFor();
    expect(await page.getByText('Something Went Wrong').count()).toBe(0);
  });

  async function pressTile(reply: Reply): Promise<Page> {
    const page = await shop.enter({ as: customer, expected: /status of 400/ });
    await answerCall(page, 'POST carts/mine/items', reply);
    await answerCall(page, 'GET mobiledigital/browseProducts', { body: { status: true, data: [simple] } });
    await page.goto('/terms');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Browse', exact: true }).click();
    await page.getByRole('button', { name: 'Add To Cart' }).click();
    return page;
  }

  test('a product that the server does not know is said not to exist [ER-13]', async () => {
    const page = await shop.enter();
    await answerCall(page, 'GET mobiledigital/product', { body: { status: false, not_exists: true } });
    await page.goto('/browse');
    await usable(page);
    await page.getByRole('article').first().getByRole('link').click();
    await popup(page, "Product doesn't exist.").getByText('The selected product does not exist.').waitFor();
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('heading', { level: 1, name: 'No Product.' }).waitFor();
  });

  test('the loader covers the page during a call and goes when it fails [PO-14, ER-02]', async () => {
    const page = await shop.enter({ as: customer, expected: /status of 500/ });
    await answerCall(page, 'POST carts/mine/items', { status: 500, body: { message: 'No room in the cart.' } });
    const release = await holdCall(page, 'POST carts/mine/items');
    await page.goto(`/product/${simple.id}`);
    await page.getByRole('button', { name: 'Add to Cart' }).click();
    const overlay = loader(page, 'Adding to your cart...').locator('xpath=ancestor::*[contains(@class, "fixed")]');
    await overlay.waitFor();
    const box = await overlay.boundingBox();
    expect([box?.width, box?.height]).toEqual([page.viewportSize()?.width, page.viewportSize()?.height]);
    release();
    await popup(page, 'Something Went Wrong').getByText('No room in the cart.').waitFor();
    expect(await overlay.count()).toBe(0);
  });

  test('the loader goes when no answer comes [ER-02]', async () => {
    const page = await addWith('nothing', /ERR_CONNECTION_FAILED/);
    await page.getByRole('button', { name: 'Refresh' }).waitFor();
    expect(await loader(page, 'Adding to your cart...').count()).toBe(0);
  });

  test('the loader says Verifying Token... while a link is followed [PO-15]', async () => {
    const page = await shop.enter();
    const release = await holdCall(page, 'POST mobiledigital/auth');
    await page.goto('/autologin/not-a-token');
    await loader(page, 'Verifying Token...').waitFor();
    release();
    await loader(page, 'Verifying Token...').waitFor({ state: 'detached' });
  });

  test('the loader says Updating Billing... while a default address is set [PO-16]', async () => {
    const page = await shop.enter({ as: customer });
    const release = await holdCall(page, 'POST mobiledigital/setdefaultbilling');
    await page.goto('/account/addressinformation');
    await page.getByRole('button', { name: 'Change default billing address' }).click();
    await page.getByRole('button', { name: /^Set / }).first().click();
    await loader(page, 'Updating Billing...').waitFor();
    // No strip beside the overlay where the scroll bar would be.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter)).toBe('auto');
    release();
    await loader(page, 'Updating Billing...').waitFor({ state: 'detached' });
  });

  test('each of the toggled states is on by itself and off again [ST-120]', async () => {
    const page = await shop.enter({ expected: /ERR_CONNECTION_FAILED|status of 500|TypeError/ });
    const open = page.getByRole('dialog');
    const close = async () => {
      await page.getByRole('button', { name: 'Close' }).last().click();
      await expect.poll(() => open.count()).toBe(0);
    };
    await page.goto('/privacy');
    for (const [reply, title] of [
      ['nothing', 'No connection'],
      [{ status: 500, body: {} }, 'Something Went Wrong'],
      [{ body: null }, 'Unexpected Error'],
    ] as const) {
      await page.unrouteAll();
      await answerCall(page, 'GET mobiledigital/browseProducts', reply);
      if (title === 'No connection') await toBrowse(page);
      else await page.getByRole('button', { name: 'Try again' }).click();
      await popup(page, title).waitFor();
      expect([title, await open.count()]).toEqual([title, 1]);
      await close();
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('tab', { name: 'Account' }).waitFor();
    expect(await open.count()).toBe(1);
    await close();
    await page.getByRole('button', { name: 'Cart' }).click();
    await popup(page, 'Send Mobile Code').waitFor();
    expect(await open.count()).toBe(1);
    await close();
  });

  test('the cart popup is on by itself and off again [ST-120, RO-08]', async () => {
    const page = await shop.open('/browse', { as: customer });
    const calls = watchCalls(page);
    await page.getByRole('button', { name: /^Cart/ }).click();
    await popup(page, 'Your Cart').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(1);
    await page.getByRole('button', { name: 'Close Window' }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(calls.names).toContain('GET mobiledigital/cartproducts');
  });

  test('being offline lies on top of another popup, which is still there [PO-01, ST-120]', async () => {
    const page = await shop.enter({ expected: /ERR_CONNECTION_FAILED/ });
    await answerCall(page, 'POST mobiledigital/sendmobilecode', 'nothing');
    await page.goto('/browse');
    await page.getByRole('button', { name: 'Cart', exact: true }).click();
    await page.getByLabel('Your mobile').fill('0491570159');
    await page.getByRole('button', { name: 'Send Code' }).click();
    await popup(page, 'No connection').waitFor();
    await page.keyboard.press('Escape');
    await popup(page, 'No connection').waitFor({ state: 'detached' });
    expect(await page.getByLabel('Your mobile').inputValue()).toBe('0491570159');
  });

  test('a popup whose code cannot be fetched counts as offline, and opens after Refresh [PO-01, PO-03, ER-07]', async () => {
    const page = await shop.enter({ expected: /ERR_CONNECTION_FAILED|dynamically imported/ });
    const code = '**/assets/sign-in-popup-*';
    await page.route(code, (route) => route.abort('connectionfailed'));
    await page.goto('/browse');
    await page.getByRole('button', { name: 'Cart', exact: true }).click();
    await popup(page, 'No connection').waitFor();
    await page.unroute(code);
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Refresh' }).click()]);
    await page.getByRole('button', { name: 'Cart', exact: true }).click();
    await popup(page, 'Send Mobile Code').waitFor();
  });
});
