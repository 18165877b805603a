import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { answerCall, watchCalls } from '../steps/calls.ts';
import { campaignLink, LINK_SECRET } from '../steps/campaign-link.ts';
import { ownShop } from '../steps/own-shop.ts';
import { openAccountTab, pickAddress, register, signInWithCode } from '../steps/shop.ts';
import { customerOf } from '../steps/signed-in.ts';

const DETAILS = ['Street address', 'Suburb', 'State', 'Country', 'Postcode'];

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (page: Page) => button(page, 'Register').click();
/** Which fields of an address are on screen. */
async function detailsOf(page: Page): Promise<string[]> {
  const shown = await Promise.all(DETAILS.map((label) => page.getByLabel(label, { exact: true }).isVisible()));
  return DETAILS.filter((_, at) => shown[at]);
}
const fieldErrors = (page: Page) => page.locator('[data-field-error]').allInnerTexts();

describe('registration', () => {
  const shop = ownShop({ SESSION_SECRET: LINK_SECRET });

  /** A person whose mobile a link has just verified. */
  async function arrive(mobile: string): Promise<Page> {
    const page = await shop.enter();
    await page.goto(await campaignLink({ mobile }));
    await page.waitForURL('**/register');
    return page;
  }
  async function atTheForm(mobile: string): Promise<Page> {
    const page = await arrive(mobile);
    await page.getByRole('button', { name: 'Got it' }).click();
    return page;
  }
  /** Everything right but what a test then spoils. */
  async function fill(page: Page, person: { email: string }): Promise<void> {
    await page.getByLabel('Fullname').fill('Wren Banks');
    await page.getByLabel('Email').fill(person.email);
    await button(page, 'Enter it yourself').click();
    await page.getByLabel('Street address').fill('12 Fig Street');
    await page.getByLabel('Suburb').fill('Pyrmont');
    await page.getByLabel('State').selectOption({ label: 'New South Wales' });
    await page.getByLabel('Postcode').fill('2009');
    await page.getByLabel(/I accept the Terms/).check();
  }
  const field = (page: Page, name: string) => page.locator(`[name=${name}]`);

  test('shows the confirmed mobile, which cannot be changed [RT-37, RG-01]', async () => {
    const page = await atTheForm('+61412100001');
    const mobile = page.getByLabel('Mobile', { exact: true });
    expect((await mobile.inputValue()).replaceAll(' ', '')).toBe('0412100001');
    expect([await mobile.isVisible(), await mobile.isEditable()]).toEqual([true, false]);
  });

  test('has full name, email and a Register button [RG-02, RG-03, RG-07]', async () => {
    const page = await atTheForm('+61412100001');
    for (const label of ['Fullname', 'Email']) {
      await page.getByLabel(label, { exact: true }).fill('typed');
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe('typed');
    }
    expect(await page.getByRole('button', { name: 'Register', exact: true }).isEnabled()).toBe(true);
  });

  test('has an address search, and the fields of an address as it fills them [RG-04, RG-05]', async () => {
    const page = await atTheForm('+61412100001');
    expect(await page.getByRole('combobox', { name: 'Address', exact: true }).isVisible()).toBe(true);
    expect(await detailsOf(page)).toEqual([]);
    await pickAddress(page);
    await expect.poll(() => detailsOf(page)).toEqual(DETAILS);
    const values = await Promise.all(DETAILS.map((label) => page.getByLabel(label, { exact: true }).inputValue()));
    expect(values).toEqual(['12 Fig Street', 'Pyrmont', 'New South Wales', 'AU', '2009']);
  });

  test('shows the fields of an address when a part of it is missing [VA-18]', async () => {
    const page = await atTheForm('+61412100001');
    await page.getByLabel('Fullname').fill('Wren Banks');
    await page.getByLabel('Email').fill('missing@example.com');
    await page.getByLabel(/I accept the Terms/).check();
    await press(page);
    await expect.poll(() => detailsOf(page)).toEqual(DETAILS);
    const missing = ['street address', 'suburb', 'state', 'postcode'].map((part) => `Missing ${part}`);
    expect(await fieldErrors(page)).toEqual(missing);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('street');
  });

  test('has a popup that explains registering once, until ‘Got it’ [RG-08, RG-09]', async () => {
    const page = await arrive('+61412100001');
    const popup = page.getByRole('dialog');
    await popup.getByText(/register one time only/).waitFor();
    await popup.getByRole('button', { name: 'Got it', exact: true }).click();
    await popup.waitFor({ state: 'detached' });
    expect(await page.getByLabel('Fullname').isVisible()).toBe(true);
  });

  test('needs the terms to be ticked [RG-06, VA-27]', async () => {
    const page = await atTheForm('+61412100001');
    const { of } = watchCalls(page);
    await fill(page, { email: 'terms@example.com' });
    const terms = page.getByRole('checkbox', { name: /Terms/ });
    expect(await terms.isVisible()).toBe(true);
    await terms.uncheck();
    await press(page);
    await page.getByText('Please accept the terms and conditions').waitFor();
    expect(await fieldErrors(page)).toEqual(['Please accept the terms and conditions']);
    expect(of('POST mobiledigital/createAccount')).toEqual([]);
  });

  test.each([
    ['VA-25', 'empty', ''],
    ['VA-26', 'no email at all', 'abc'],
  ])('rejects an email that is wrong [%s] (%s)', async (_id, _what, email) => {
    const page = await atTheForm('+61412100001');
    const { names } = watchCalls(page);
    await fill(page, { email });
    await press(page);
    await page.getByText('Please enter a valid email').waitFor();
    expect(await fieldErrors(page)).toEqual(['Please enter a valid email']);
    expect(names.filter((name) => name.startsWith('POST'))).toEqual([]);
  });

  test('asks whether the email is free once the form is right, and goes no further if not [VA-28, ST-115]', async () => {
    await customerOf(shop.server(), '+61412100002');
    const page = await atTheForm('+61412100003');
    const { of } = watchCalls(page);
    await fill(page, { email: 'wren.61412100002@example.com' });
    await page.getByLabel('Postcode').fill('');
    await press(page);
    await page.locator('[data-field-error]').first().waitFor();
    expect(of('POST customers/isEmailAvailable')).toEqual([]);
    await page.getByLabel('Postcode').fill('2009');
    await press(page);
    await page.getByText('The email you entered already exists').waitFor();
    expect(of('POST customers/isEmailAvailable').map((request) => request.postDataJSON())).toEqual([
      { customerEmail: 'wren.61412100002@example.com', websiteId: 1 },
    ]);
    expect(of('POST mobiledigital/createAccount')).toEqual([]);
  });

  test('shows what the server rejects at the field it is about [VA-29, ER-22]', async () => {
    const page = await atTheForm('+61412100004');
    await fill(page, { email: 'fields@example.com' });
    const said = {
      firstname: 'No such name',
      email: ['No such post box'],
      street: 'No such street',
      city: 'No such suburb',
      postcode: 'No such postcode',
    };
    await answerCall(page, 'POST mobiledigital/createAccount', { body: { status: false, input_validation: said } });
    await press(page);
    await page.getByText('No such postcode').waitFor();
    for (const [name, text] of [
      ['fullname', 'No such name'],
      ['email', 'No such post box'],
      ['street', 'No such street'],
      ['suburb', 'No such suburb'],
      ['postcode', 'No such postcode'],
    ] as const) {
      const describedBy = (await field(page, name).getAttribute('aria-describedby')) ?? '';
      const error = page.locator(`[id="${describedBy.split(' ')[0]}"]`);
      expect([name, await field(page, name).getAttribute('aria-invalid'), await error.textContent()]).toEqual([
        name,
        'true',
        text,
      ]);
    }
    expect(await fieldErrors(page)).toHaveLength(5);
  });

  test('says so at the mobile when it got an account meanwhile [VA-29]', async () => {
    const page = await atTheForm('+61412100005');
    await fill(page, { email: 'meanwhile@example.com' });
    await customerOf(shop.server(), '+61412100005');
    await press(page);
    await expect.poll(() => field(page, 'mobile').getAttribute('aria-invalid')).toBe('true');
    expect(await fieldErrors(page)).toHaveLength(1);
  });

  test('goes on to the link it began with and is signed in [ST-117]', async () => {
    const page = await shop.enter();
    const link = await campaignLink({ mobile: '+61412100006' });
    await page.goto(link);
    const went: string[] = [];
    page.on('framenavigated', (frame) => went.push(new URL(frame.url()).pathname));
    await register(page, { fullname: 'Wren Banks', email: 'link@example.com' });
    await page.waitForURL('**/browse');
    expect(went.slice(-2)).toEqual([link, '/browse']);
    await openAccountTab(page);
    await page.getByRole('link', { name: 'My Account' }).waitFor();
  });

  test('goes to /browse where the code was confirmed without a jwt, and nobody is signed in [ST-118]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    const mobile = '+61412100007';
    await answerCall(page, 'POST mobiledigital/confirmmobilecode', { body: { status: true } });
    await answerCall(page, 'POST mobiledigital/auth', { body: { status: true, new_user: true, mobile } });
    await answerCall(page, 'POST mobiledigital/createAccount', { body: { status: true } });
    await page.goto('/signin');
    await signInWithCode(page, shop.server(), '0412100007');
    await register(page, { fullname: 'Wren Banks', email: 'no-jwt@example.com' });
    await page.waitForURL('**/browse');
    expect(calls.of('POST mobiledigital/createAccount')).toHaveLength(1);
    expect(calls.of('POST mobiledigital/auth')).toHaveLength(1);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    await openAccountTab(page);
    await page.getByRole('button', { name: 'Sign In', exact: true }).last().waitFor();
  });

  test('a reload keeps the proved mobile and everything typed', async () => {
    const page = await atTheForm('+61412100007');
    await fill(page, { email: 'reload@example.com' });
    await page.reload();
    await page.getByRole('button', { name: 'Got it' }).click();
    const labels = ['Fullname', 'Email', 'Street address', 'Suburb', 'State', 'Postcode'];
    const values = await Promise.all(labels.map((label) => page.getByLabel(label, { exact: true }).inputValue()));
    expect(values).toEqual(['Wren Banks', 'reload@example.com', '12 Fig Street', 'Pyrmont', 'New South Wales', '2009']);
    expect(await page.getByLabel(/I accept the Terms/).isChecked()).toBe(true);
    await press(page);
    await page.waitForURL('**/browse');
    await openAccountTab(page);
    await page.getByRole('link', { name: 'My Account' }).waitFor();
    // Nothing of it stays behind.
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('reload@example.com');
  });

  test('the proof is kept no longer than it is good for', async () => {
    const page = await atTheForm('+61412100008');
    await page.clock.fastForward('14:00');
    await page.reload();
    await page.getByRole('button', { name: 'Got it' }).waitFor();
    await page.clock.fastForward('01:30');
    await page.reload();
    await page.waitForURL('**/browse');
    await page.getByText('Send Mobile Code').waitFor();
  });

  test('a new customer fills six fields, from the mobile to the terms', async () => {
    const page = await shop.enter();
    await page.goto('/signin');
    await signInWithCode(page, shop.server(), '0412100009');
    await page.waitForURL('**/register');
    await page.getByRole('button', { name: 'Got it' }).click();
    await page.getByLabel('Fullname').fill('Wren Banks');
    await page.getByLabel('Email').fill('six@example.com');
    await page.getByRole('combobox', { name: 'Address', exact: true }).fill('12 Fig Street Pyrmont');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel(/I accept the Terms/).check();
    await press(page);
    await page.waitForURL('**/browse');
  });

  test('is closed to a visitor without a proved mobile, who goes to /browse to sign in', async () => {
    const page = await shop.open('/register');
    await page.waitForURL('**/browse');
    await page.getByText('Send Mobile Code').waitFor();
  });
});

describe('registration where the shop asks for a human', () => {
  const shop = ownShop({ HUMAN_CHECK: 'altcha' });

  test('sends a fresh token of the action login with each call, the account’s last [CA-52, ST-116, BC-12]', async () => {
    const page = await shop.enter();
    const calls = watchCalls(page);
    const actions: (string | null)[] = [];
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.pathname === '/altcha/challenge') actions.push(url.searchParams.get('action'));
    });
    await page.goto('/signin');
    await signInWithCode(page, shop.server(), '0412100011');
    await register(page, { fullname: 'Wren Banks', email: 'human@example.com' });
    await page.waitForURL('**/browse');
    const guarded = [
      'POST mobiledigital/sendmobilecode',
      'POST mobiledigital/confirmmobilecode',
      'POST mobiledigital/createAccount',
    ] as const;
    const tokens = guarded.map((name) => calls.of(name)[0]?.postDataJSON().r_token as string);
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(JSON.parse(atob(token))).toHaveProperty('solution');
    expect(actions.length).toBeGreaterThanOrEqual(3);
    expect(new Set(actions)).toEqual(new Set(['login']));
    const order = [
      ...guarded.slice(0, 2),
      'POST mobiledigital/auth',
      'POST customers/isEmailAvailable',
      guarded[2],
      'POST mobiledigital/auth',
    ];
    expect(calls.names.filter((name) => order.includes(name))).toEqual(order);
    const { customer } = calls.of('POST mobiledigital/createAccount')[0]?.postDataJSON() ?? {};
    expect([customer.store_id, customer.website_id]).toEqual([19, 1]);
  });
});
