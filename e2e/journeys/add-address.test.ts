import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { giveSecondAddress, typedAddress } from '../steps/address-book.ts';
import { answerCall, holdCall, watchCalls } from '../steps/calls.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const DETAILED = ['Street address', 'Suburb', 'State', 'Country', 'Postcode'];
const FIRST = ['Wren Banks', '12 Fig Street', 'Pyrmont NSW 2009'];
const SECOND = ['Robin Vale', '7 Wattle Road', 'Fitzroy VIC 3065'];

describe('adding an address', () => {
  const shop = ownShop();
  let customer: Session;

  beforeAll(async () => {
    customer = await customerOf(shop.server());
  });

  const open = (path: string): Promise<Page> => shop.open(path, { as: customer });
  const everywhere = (page: Page): Locator => page.getByRole('region', { name: 'Shipping addresses', exact: true });
  const add = (page: Page): Locator => page.getByRole('form', { name: 'Address' });

  async function holds(block: Locator, texts: readonly string[]): Promise<void> {
    for (const text of texts) await block.getByText(text, { exact: true }).first().waitFor();
  }

  test('Add address has name, mobile and an address search [AC-26, AC-27, AC-28]', async () => {
    const page = await open('/account/addaddress');
    for (const label of ['Fullname', 'Mobile']) expect(await add(page).getByLabel(label).isEditable()).toBe(true);
    expect(await add(page).getByPlaceholder('Type Address...').isEditable()).toBe(true);
  });

  test('Save Address on an incomplete form reveals the five detailed fields [AC-30, AC-31, AC-32]', async () => {
    const page = await open('/account/addaddress');
    await add(page).getByLabel('Fullname').waitFor();
    for (const label of DETAILED) expect(await add(page).getByLabel(label).count()).toBe(0);
    await add(page).getByRole('button', { name: 'Save Address' }).click();
    for (const label of DETAILED) await add(page).getByLabel(label).waitFor();
  });

  test('a suggestion fills and reveals the detailed fields [AC-29, AC-33]', async () => {
    const page = await open('/account/addaddress');
    await add(page).getByPlaceholder('Type Address...').fill('9 Fig Street Pyrmont');
    await add(page).getByRole('option').first().click();
    await add(page).getByLabel('Postcode').waitFor();
    const values = await Promise.all(DETAILED.map((label) => add(page).getByLabel(label).inputValue()));
    expect(values).toEqual(['9 Fig Street', 'Pyrmont', 'New South Wales', 'AU', '2009']);
  });

  test('what is typed while a picked place is on its way stays, and the latest pick counts', async () => {
    const page = await open('/account/addaddress');
    const place = { label: '', street: '', suburb: '', state: '', postcode: '', country: 'AU' };
    const picks = ['1 Slow Street', '2 Fast Street'].map((label) => ({ ...place, label, place_id: label }));
    const parts = (url: URL) => ({ ...place, street: url.searchParams.get('place_id') ?? '' });
    const part = 'GET mobiledigital/place';
    const reply = (url: URL) => ({ body: { status: true, data: parts(url) } });
    const body = { status: true, data: picks, attribution: '' };
    await answerCall(page, 'GET mobiledigital/places', { body });
    await answerCall(page, part, reply);
    const release = await holdCall(page, part);
    await answerCall(page, part, reply, (url) => parts(url).street === '2 Fast Street');
    const search = add(page).getByPlaceholder('Type Address...');
    await search.fill('Slow');
    await add(page).getByRole('option', { name: '1 Slow Street' }).click();
    await add(page).getByLabel('Mobile').fill('0491570111');
    await search.fill('Fast');
    await add(page).getByRole('option', { name: '2 Fast Street' }).click();
    const street = add(page).getByLabel('Street address');
    await expect.poll(() => street.inputValue()).toBe('2 Fast Street');
    await Promise.all([page.waitForResponse(/Slow/), release()]);
    expect([await street.inputValue(), await add(page).getByLabel('Mobile').inputValue()]).toEqual([
      '2 Fast Street',
      '0491570111',
    ]);
  });

  test('Save Address appends the address and goes to Address Information [RT-43, AC-34, ST-113]', async () => {
    const mover = await customerOf(shop.server(), '+61491570173');
    const page = await shop.open('/account/addaddress', { as: mover });
    const save = add(page).getByRole('button', { name: 'Save Address', exact: true });
    await save.click();
    for (const [label, text] of Object.entries(typedAddress)) await add(page).getByLabel(label).fill(text);
    await add(page).getByLabel('State').selectOption({ label: 'New South Wales' });
    const calls = watchCalls(page);
    await save.click();
    await page.waitForURL('**/account/addressinformation');
    await holds(everywhere(page), [...FIRST, 'Sam Reed', '5 Banksia Lane', 'Manly NSW 2095']);
    const [change] = calls.of('PUT customers/me');
    expect(change?.postDataJSON().customer.addresses.length).toBe(2);
  });

  test('what is typed stays over a reload, and an address added elsewhere meanwhile is not lost', async () => {
    const mover = await customerOf(shop.server(), '+61491570175');
    const page = await shop.open('/account/addaddress', { as: mover });
    await add(page).getByPlaceholder('Type Address...').fill('9 Fig Street Pyrmont');
    await add(page).getByRole('option').first().click();
    await add(page).getByLabel('Fullname').fill('Sam Reed');
    await page.reload();
    await expect.poll(() => add(page).getByLabel('Fullname').inputValue()).toBe('Sam Reed');
    await expect.poll(() => add(page).getByLabel('Street address').inputValue()).toBe('9 Fig Street');
    await giveSecondAddress(shop.server(), mover);
    await add(page).getByRole('button', { name: 'Save Address' }).click();
    await page.waitForURL('**/account/addressinformation');
    await holds(everywhere(page), ['Sam Reed', ...SECOND]);
    const { body: me } = await shop.server().send('GET customers/me', { token: mover.token });
    expect(me.addresses.length).toBe(3);
    await page.goto('/account/addaddress');
    expect(await add(page).getByLabel('Fullname').inputValue()).toBe('Wren Banks');
  });

  test('the first wrong field has the focus, its message below it', async () => {
    const page = await open('/account/addaddress');
    await add(page).getByLabel('Fullname').fill('Wren');
    await add(page).getByRole('button', { name: 'Save Address' }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('fullname');
    const id = await add(page).getByLabel('Fullname').getAttribute('aria-describedby');
    expect(await page.locator(`[id="${id}"]`).textContent()).toBe('Please enter your full name');
    const fields = ['fullname', 'mobile', 'street', 'suburb', 'state', 'postcode', 'country'];
    const tokens = await Promise.all(
      fields.map((name) => add(page).locator(`[name=${name}]`).getAttribute('autocomplete')),
    );
    expect(tokens).toEqual([
      'name',
      'tel',
      'address-line1',
      'address-level2',
      'address-level1',
      'postal-code',
      'country',
    ]);
  });

  let tries = 0;
  test('an address that is removed goes from the book, the focus on Undo, which puts it back', async () => {
    tries += 1;
    const mover = await customerOf(shop.server(), `+6149157018${tries}`);
    await giveSecondAddress(shop.server(), mover);
    const page = await shop.open('/account/addressinformation', { as: mover });
    await everywhere(page)
      .getByRole('button', { name: /^Remove 7 Wattle Road/ })
      .click();
    const question = page.getByRole('dialog', { name: 'Remove this address?' });
    await question.getByRole('button', { name: 'Remove', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await everywhere(page).getByText('7 Wattle Road').waitFor({ state: 'detached' });
    expect(await everywhere(page).getByRole('listitem').count()).toBe(1);
    await page.waitForFunction(() => document.activeElement?.textContent === 'Undo');
    await page.keyboard.press('Enter');
    await everywhere(page).getByText('7 Wattle Road').first().waitFor();
    expect(await everywhere(page).getByRole('listitem').count()).toBe(2);
  });

  test('saving a new address leads to Address Information [ST-114]', async () => {
    const mover = await customerOf(shop.server(), '+61491570174');
    const page = await shop.open('/account/addaddress', { as: mover });
    await add(page).getByPlaceholder('Type Address...').fill('9 Fig Street Pyrmont');
    await add(page).getByRole('option').first().click();
    await add(page).getByRole('button', { name: 'Save Address' }).click();
    await page.waitForURL('**/account/addressinformation');
  });
});
