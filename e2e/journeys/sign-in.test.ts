import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { SIGN_IN_SUCCESS_MS, TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import { answerCall, watchCalls } from '../steps/calls.ts';
import { isSimple, putInCart, someTile } from '../steps/catalogue.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop, SHOP_DAY } from '../steps/own-shop.ts';
import { codeOnPhone, openAccountTab, signInWithCode } from '../steps/shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const shop = ownShop();
const AN_HOUR_BEFORE = '2026-11-02T00:00:00Z';
const AFTER_THE_WAIT = '2026-11-02T01:01:00Z';
const A_PROOF_LATER = '2026-11-02T01:20:00Z';
const OF_THE_CUSTOMER = ['token', 'token_ttl', 'mobile', 'country_code', 'currency_rate', 'gift-card-details'];
/** Customers already; each signs in once, as a mobile gets five codes an hour. */
const customers = ['0412000001', '0412000002', '0412000003', '0412000004', '0412000005'] as const;
const [forPopup, forPhone, forFacts, forToken, forLateProof] = customers;
const e164 = (mobile: string): string => `+61${mobile.slice(1)}`;

beforeAll(async () => {
  for (const mobile of customers) await customerOf(shop.server(), e164(mobile));
  await shop.server().moveTo(AFTER_THE_WAIT);
});

/** A visitor who has just asked to sign in. */
async function askToSignIn(): Promise<Page> {
  const page = await shop.open('/browse');
  await openAccountTab(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('Send Mobile Code', { exact: true }).waitFor();
  return page;
}

/** The two seconds of 'Success' pass at once on the phone's clock, where a test is not about them. */
async function passSuccess(page: Page): Promise<void> {
  await page.getByText('Mobile code confirmed').waitFor();
  await page.clock.fastForward(SIGN_IN_SUCCESS_MS);
  await page.getByRole('dialog').filter({ hasText: 'Success' }).waitFor({ state: 'detached' });
}

/** What the browser keeps under these keys. */
const stored = (page: Page, keys: readonly string[]): Promise<(string | null)[]> =>
  page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys);

describe('the sign-in popup', () => {
  test('asks for the mobile first [SI-05, SI-06, SI-07]', async () => {
    const page = await askToSignIn();
    const popup = page.getByRole('dialog');
    expect(await popup.getByRole('heading', { name: 'Send Mobile Code', exact: true }).isVisible()).toBe(true);
    expect(await popup.getByLabel('Your mobile', { exact: true }).isEditable()).toBe(true);
    expect(await popup.getByRole('button', { name: 'Send Code', exact: true }).isEnabled()).toBe(true);
    expect(await popup.getByLabel('Enter Code').count()).toBe(0);
  });

  test('then for the code [SI-08, SI-09, SI-10]', async () => {
    const page = await askToSignIn();
    const popup = page.getByRole('dialog');
    await popup.getByLabel('Your mobile').fill('0412000099');
    await popup.getByRole('button', { name: 'Send Code' }).click();
    await popup.getByRole('heading', { name: 'Confirm Mobile Code', exact: true }).waitFor();
    expect(await popup.getByLabel('Enter Code', { exact: true }).isEditable()).toBe(true);
    expect(await popup.getByRole('button', { name: 'Confirm Code', exact: true }).isEnabled()).toBe(true);
    expect(await popup.getByText('Send Mobile Code').count()).toBe(0);
  });

  test('says what is wrong with a blank mobile and a blank code; a leading plus is right [VA-01, VA-03, VA-04]', async () => {
    const page = await askToSignIn();
    const calls = watchCalls(page);
    const popup = page.getByRole('dialog');
    const send = popup.getByRole('button', { name: 'Send Code' });
    for (const blank of ['', '   ']) {
      await popup.getByLabel('Your mobile').fill(blank);
      await send.click();
      await popup.getByText('Please enter a valid mobile', { exact: true }).waitFor();
    }
    expect(calls.of('POST mobiledigital/sendmobilecode')).toEqual([]);
    await popup.getByLabel('Your mobile').fill('+61412000096');
    await send.click();
    await popup.getByRole('heading', { name: 'Confirm Mobile Code', exact: true }).waitFor();
    for (const blank of ['', '   ']) {
      await popup.getByLabel('Enter Code').fill(blank);
      await popup.getByRole('button', { name: 'Confirm Code' }).click();
      await popup.getByText('Please enter a valid code', { exact: true }).waitFor();
    }
    expect(calls.of('POST mobiledigital/confirmmobilecode')).toEqual([]);
  });

  test('shows its success for two seconds, then closes [SI-11, SI-12, BC-05]', async () => {
    const page = await askToSignIn();
    const shownFor = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let since = 0;
          const watcher = new MutationObserver(() => {
            const text = document.querySelector('dialog')?.textContent ?? '';
            const there = text.includes('Success') && text.includes('Mobile code confirmed');
            if (there && since === 0) since = performance.now();
            if (there || since === 0) return;
            watcher.disconnect();
            resolve(performance.now() - since);
          });
          watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
        }),
    );
    await signInWithCode(page, shop.server(), forPopup);
    // A hair less counts: the two seconds begin just before React has drawn the step.
    const ms = await shownFor;
    expect(ms).toBeGreaterThan(1_500);
    expect(ms).toBeLessThan(4_000);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('never asks for a user name or password, on any step or screen of it [SI-01]', async () => {
    const page = await askToSignIn();
    const credentialFields = page.locator(
      'input[type=password], input[autocomplete*=password], input[autocomplete=username], input[name*=user i]',
    );
    const words = page.getByText(/user ?name|enter (a|your) password/i);
    const nothing = async (fields: number) => {
      expect(await page.locator('dialog input, form input').count()).toBeGreaterThanOrEqual(fields);
      expect([page.url(), await credentialFields.count(), await words.count()]).toEqual([page.url(), 0, 0]);
    };
    await nothing(1);
    await page.getByLabel('Your mobile').fill('0412000098');
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByText('Confirm Mobile Code').waitFor();
    await nothing(1);
    await page.getByLabel('Enter Code').fill(await codeOnPhone(shop.server(), '+61412000098'));
    await passSuccess(page);
    await page.waitForURL('**/register');
    await page.getByRole('button', { name: 'Got it' }).click();
    await nothing(4);
    await page.goto('/signin');
    await page.getByText('Send Mobile Code').waitFor();
    await nothing(1);
  });

  test('shows what the server rejects below the field it is about, in both steps [VA-05, ER-22]', async () => {
    const page = await askToSignIn();
    const error = async (label: string) => {
      const field = page.getByLabel(label);
      await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
      const [id = ''] = ((await field.getAttribute('aria-describedby')) ?? '').split(' ');
      return page.locator(`[id="${id}"]`).textContent();
    };
    const refuse = { status: false, input_validation: { mobile: 'No texts go to this number' } };
    await answerCall(page, 'POST mobiledigital/sendmobilecode', { body: refuse });
    await page.getByLabel('Your mobile').fill('0412000097');
    await page.getByRole('button', { name: 'Send Code' }).click();
    await expect.poll(() => error('Your mobile')).toBe('No texts go to this number');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByText('Confirm Mobile Code').waitFor();
    for (const [key, message] of [
      ['code', 'Not this code'],
      ['mobile_code', ['Nor this one']],
    ] as const) {
      const body = { status: false, input_validation: { [key]: message } };
      await answerCall(page, 'POST mobiledigital/confirmmobilecode', { body });
      await page.getByLabel('Enter Code').fill('');
      await page.getByLabel('Enter Code').fill('135790');
      await expect.poll(() => error('Enter Code')).toBe([message].flat().join());
    }
  });
});

describe('signing in', () => {
  test('takes the code on the phone, and no other [SI-02, RO-07, ST-003]', async () => {
    const page = await askToSignIn();
    await page.getByLabel('Your mobile').fill(forPhone);
    await page.getByRole('button', { name: 'Send Code' }).click();
    await page.getByText('Confirm Mobile Code').waitFor();
    const code = await codeOnPhone(shop.server(), e164(forPhone));
    await page.getByLabel('Enter Code').fill(code === '123456' ? '654321' : '123456');
    await page.getByText(/That code is not right/).waitFor();
    expect(await stored(page, ['token'])).toEqual([null]);
    await page.getByLabel('Enter Code').fill(code);
    await passSuccess(page);
    const [token] = await stored(page, ['token']);
    const { status, body } = await shop.server().send('GET customers/me', { token: token ?? '' });
    expect([status, body.addresses[0]?.telephone]).toEqual([200, '0412345678']);
    await openAccountTab(page);
    await page.getByRole('link', { name: 'My Account' }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign In', exact: true }).count()).toBe(0);
  });

  test('keeps country, currency rate and mobile [ST-004]', async () => {
    const page = await askToSignIn();
    await signInWithCode(page, shop.server(), forFacts);
    await passSuccess(page);
    const [country, rate, mobile] = await stored(page, ['country_code', 'currency_rate', 'mobile']);
    expect([country, JSON.parse(rate ?? ''), mobile]).toEqual(['AU', { USD: 1.53 }, e164(forFacts)]);
  });

  test('keeps the token with the instant, 55 minutes on, at which it ends [ST-005, BC-09, BC-10]', async () => {
    const page = await askToSignIn();
    await signInWithCode(page, shop.server(), forToken);
    const before = await page.evaluate(() => Date.now());
    await passSuccess(page);
    const after = await page.evaluate(() => Date.now());
    const [token, ttl] = await stored(page, ['token', 'token_ttl']);
    expect(token).toBeTruthy();
    expect(TOKEN_TTL_MS).toBe(3_300_000);
    expect(Number(ttl)).toBeGreaterThanOrEqual(before + 3_300_000);
    expect(Number(ttl)).toBeLessThanOrEqual(after + 3_300_000);
  });

  test('sends a mobile that is new to /register [ST-002]', async () => {
    const page = await askToSignIn();
    await signInWithCode(page, shop.server(), '0412000095');
    await passSuccess(page);
    await page.waitForURL('**/register');
    expect(await stored(page, ['token'])).toEqual([null]);
  });

  test('asks for a new code in place when the proof has run out meanwhile [ST-006, ST-007]', async () => {
    const page = await askToSignIn();
    const calls = watchCalls(page);
    await page.route('**/mobiledigital/auth', async (route) => {
      await shop.server().moveTo(A_PROOF_LATER);
      await route.fallback();
    });
    try {
      await signInWithCode(page, shop.server(), forLateProof);
      await passSuccess(page);
      await page.getByText('Your code has expired. Send a new one.').waitFor();
    } finally {
      await shop.server().moveTo(AFTER_THE_WAIT);
    }
    expect(new URL(page.url()).pathname).toBe('/browse');
    expect(await page.getByRole('heading', { name: 'Confirm Mobile Code' }).isVisible()).toBe(true);
    const [verified] = calls.of('POST mobiledigital/auth');
    await Promise.all([
      page.waitForResponse('**/mobiledigital/confirmmobilecode'),
      page.getByLabel('Enter Code').fill('123456'),
    ]);
    expect(calls.of('POST mobiledigital/confirmmobilecode')[1]?.postDataJSON()).toMatchObject({
      mobile: e164(forLateProof),
      expired: true,
      expired_jwt: verified?.postDataJSON().jwt,
    });
  });
});

describe('the end of a sign-in', () => {
  const key = 'aaaaaaaa-0000-4000-8000-000000000001';
  async function withThings(mobile: string): Promise<{ session: Session; giftCards: object }> {
    const session = await customerOf(shop.server(), mobile);
    const { sku } = await someTile(shop.server(), isSimple);
    await putInCart(shop.server(), session, { sku, qty: 2 });
    const card = await localCard(shop.server().send, session, { at: '2026-11-20 09:30:00', complete: true });
    return { session, giftCards: { [key]: card } };
  }
  const inCart = (page: Page) => page.locator('[data-cart-count]');

  test('by ‘Sign Out’ leaves nothing of the customer behind [ST-010]', async () => {
    const { session, giftCards } = await withThings('+61412000011');
    const page = await shop.open('/browse', { as: session, giftCards });
    await expect.poll(() => inCart(page).textContent()).toBe('3');
    // What an interrupted checkout owes the cart is of this customer as well.
    await page.evaluate((mobile) => {
      localStorage.setItem('checkout-lines', JSON.stringify({ mobile, lines: [{ sku: 'LL-SALT', qty: 1 }] }));
    }, session.mobile);
    await openAccountTab(page);
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await inCart(page).waitFor({ state: 'detached' });
    expect(await stored(page, OF_THE_CUSTOMER)).toEqual(OF_THE_CUSTOMER.map(() => null));
    expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(session.mobile);
    await expect
      .poll(async () => (await shop.server().send('GET customers/me', { token: session.token })).status)
      .toBe(401);
    await openAccountTab(page);
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'My Account' }).count()).toBe(0);
  });

  test('by a 401 of the server leaves nothing behind either [ST-011]', async () => {
    const { session, giftCards } = await withThings('+61412000012');
    await shop.server().send('POST mobiledigital/signout', { token: session.token });
    const page = await shop.open('/account/personaldetails', { as: session, giftCards, expected: /401/ });
    await page.waitForURL('**/signin');
    await page.getByText('Send Mobile Code').waitFor();
    expect(await stored(page, OF_THE_CUSTOMER)).toEqual(OF_THE_CUSTOMER.map(() => null));
    await page.goto('/browse');
    await page.getByRole('button', { name: 'Cart', exact: true }).waitFor();
    expect(await inCart(page).count()).toBe(0);
  });

  test('by its time removes token and expiry as soon as they are read [BC-11]', async () => {
    const session = await customerOf(shop.server(), '+61412000013');
    const page = await shop.open('/browse', { as: session, signedInAt: AN_HOUR_BEFORE });
    await expect.poll(() => stored(page, ['token', 'token_ttl'])).toEqual([null, null]);
    expect(Date.parse(SHOP_DAY)).toBeGreaterThan(Date.parse(AN_HOUR_BEFORE) + TOKEN_TTL_MS);
    await openAccountTab(page);
    await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  });
});
