import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { watchCalls } from '../steps/calls.ts';
import {
  ADD,
  giftCardOnTheWay,
  go,
  heading,
  KEY,
  PREVIEW,
  recipient,
  SCHEDULE,
  spinner,
  storedCards,
  TEMPLATES,
  walkGiftCardSteps,
  words,
} from '../steps/gift-card-on-the-way.ts';
import { fillRecipient } from '../steps/shop.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const SEND_TIME = 'POST mobiledigital/savegiftcardscheduleddate';

/** Whether a tap on the middle of this button or link would meet it in the very frame in which it appears. */
const takesTapsAtOnce = (page: Page, name: string): Promise<boolean> =>
  page.evaluate(
    (text) =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          const button = [...document.querySelectorAll('main a, main button')].find(
            (element) => element.textContent === text,
          );
          if (!button) {
            requestAnimationFrame(look);
            return;
          }
          const { x, y, width, height } = button.getBoundingClientRect();
          resolve(button.contains(document.elementFromPoint(x + width / 2, y + height / 2)));
        };
        look();
      }),
    name,
  );

describe('the gift card flow', () => {
  const { shop, made, open } = giftCardOnTheWay();

  test('an amount on the product page leads to /giftcard/add/ with a uuid [RT-10, RT-11, EN-33]', async () => {
    const page = await shop.open(`/product/${made.productId}`, { as: made.customer });
    await page.locator('button[data-amount]:enabled').first().click();
    await page.waitForURL('**/giftcard/add/*');
    const key = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(key).toMatch(UUID);
    expect(Object.keys(await storedCards(page))).toEqual([key]);
  });

  test('goes recipient, template, schedule, preview, checkout [ST-044, RT-33, EN-32]', async () => {
    const page = await shop.open(`/product/${made.productId}`, { as: made.customer });
    await page.locator('button[data-amount]:enabled').first().click();
    await walkGiftCardSteps(page, recipient, words);
    expect(Object.values(await storedCards(page))).toHaveLength(1);
    await expect.poll(() => page.getByRole('button', { name: 'Confirm Purchase' }).isEnabled()).toBe(true);
  });

  test('a second tap on a main button finds none on the next screen yet, up to the one that pays', async () => {
    const page = await open(SCHEDULE);
    const preview = takesTapsAtOnce(page, 'Continue');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await preview).toBe(false);
    const checkout = takesTapsAtOnce(page, 'Confirm Purchase');
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    expect(await checkout).toBe(false);
    // A moment later it does.
    await page.getByRole('button', { name: 'Confirm Purchase' }).click({ trial: true });
  });

  test('Change in the cart leads to the recipient page [RT-12]', async () => {
    const page = await open('/browse');
    await page.getByRole('button', { name: /^Cart, 1 item/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Change/ })
      .click();
    await page.waitForURL(`**${ADD}`);
  });

  test('Change at checkout leads to the recipient page [RT-13]', async () => {
    const page = await open('/checkout');
    await page.getByRole('link', { name: /^Change/ }).click();
    await page.waitForURL(`**${ADD}`);
  });

  test('the recipient page saves in the browser only and goes to templates [RT-09, ST-045, ST-046]', async () => {
    const page = await open(ADD, { mms_template_id: '', scheduled_delivery: '' });
    await heading(page, 'Who are you sending it to?').waitFor();
    expect(await page.getByRole('button', { name: 'Finish' }).count()).toBe(0);
    await fillRecipient(page, recipient, words);
    const calls = watchCalls(page);
    await go(page).click();
    await page.waitForURL(`**${TEMPLATES}`);
    expect((await storedCards(page))[KEY]).toMatchObject({
      recipient_firstname: 'Zoe',
      recipient_lastname: 'Hart',
      recipient_mobile: '0491570110',
      recipient_message: words.picture,
      text_content: `${words.text} [gift-card]`,
    });
    // The words are drawn for the preview, and kept nowhere.
    const saved = calls.names.filter((name) => name.startsWith('POST') && !name.endsWith('/giftcardpicture'));
    expect(saved).toEqual([]);
  });

  test('a card that has the rest offers Finish, which saves and goes to checkout [RT-14, ST-055, ST-056]', async () => {
    const page = await open(ADD);
    await heading(page, 'Who are you sending it to?').waitFor();
    await page.getByLabel('Firstname').fill('Ivy');
    await page.getByRole('button', { name: 'Finish', exact: true }).click();
    await page.waitForURL('**/checkout');
    expect((await storedCards(page))[KEY]?.recipient_firstname).toBe('Ivy');
  });

  test.each(['mms_template_id', 'scheduled_delivery'])('without %s there is no Finish [ST-055]', async (part) => {
    const page = await open(ADD, { [part]: '' });
    await go(page).waitFor();
    expect(await page.getByRole('button', { name: 'Finish' }).count()).toBe(0);
  });

  test('a saved card is edited through the server, then goes to templates [RT-15, ST-057, ST-058]', async () => {
    const page = await shop.open(`/giftcard/edit/${made.detailsId}`, { as: made.customer });
    await page.getByLabel('Firstname').fill('Nora');
    const calls = watchCalls(page);
    await go(page).click();
    await page.waitForURL(`**/giftcard/mmstemplates/${made.detailsId}/*`);
    const [edit] = calls.of('POST mobiledigital/editgiftcarddetails');
    expect(edit?.postDataJSON().gift_card_details_id).toBe(made.detailsId);
    const query = { gift_card_details_id: String(made.detailsId) };
    const { body } = await shop
      .server()
      .send('GET mobiledigital/getgiftcarddetailsbyid', { token: made.customer.token, query });
    expect(body.data?.recipient_firstname).toBe('Nora');
  });

  test('the edit page is titled Gift Card Recipient Details [RT-16]', async () => {
    const page = await shop.open(`/giftcard/edit/${made.detailsId}`, { as: made.customer });
    await heading(page, 'Gift Card Recipient Details').waitFor();
  });

  test('templates are a carousel with a Continue on each slide [RT-17, RT-21, RT-22]', async () => {
    const page = await open(TEMPLATES);
    const slides = page.locator('[aria-roledescription=carousel]').locator('[aria-roledescription=slide]');
    await slides.first().waitFor();
    expect(made.templates.length).toBeGreaterThan(1);
    expect(await slides.count()).toBe(made.templates.length);
    for (const slide of await slides.all()) {
      expect(await slide.getByRole('button', { name: 'Continue', exact: true }).count()).toBe(1);
    }
  });

  test('choosing a template stores its ids and url and goes to schedule [RT-18, ST-047, ST-048]', async () => {
    const page = await open(TEMPLATES, { mms_template_id: '', mms_template_url: '' });
    await heading(page, /^how would you like your gift wrapped\?$/i).waitFor();
    await go(page).nth(1).click();
    await page.waitForURL(`**${SCHEDULE}`);
    const second = made.templates[1];
    expect((await storedCards(page))[KEY]).toMatchObject({
      mms_template_id: second?.mms_template_id,
      click2_giftcard_mms_template_id: second?.id,
      mms_template_url: second?.mms_template_url,
    });
  });

  test('the time zones are seven of Australia and six of the United States, Sydney to begin with [BC-36, BC-37, BC-38]', async () => {
    const page = await open(SCHEDULE, { timezone: '' });
    const zone = page.getByLabel('Where is your friend?');
    expect(await zone.inputValue()).toBe('Australia/Sydney');
    const offered = await zone
      .locator('option')
      .evaluateAll((all) => all.map((option) => option.getAttribute('value')));
    const australian = ['Sydney', 'Melbourne', 'Brisbane', 'Adelaide', 'Perth', 'Darwin', 'Hobart'];
    const american = ['New_York', 'Chicago', 'Denver', 'Los_Angeles', 'Anchorage'];
    expect(offered).toEqual([
      ...australian.map((city) => `Australia/${city}`),
      ...american.map((city) => `America/${city}`),
      'Pacific/Honolulu',
    ]);
  });

  test('the schedule page has a title, a calendar and a time zone control [RT-24, RT-25, RT-26]', async () => {
    const page = await open(SCHEDULE);
    await heading(page, 'Schedule Gift Card').waitFor();
    await page.getByRole('grid', { name: /^November/ }).waitFor();
    expect(await page.getByRole('grid').getByRole('gridcell').count()).toBeGreaterThan(27);
    const zone = page.getByLabel('Where is your friend?');
    await zone.selectOption('Australia/Perth');
    await expect.poll(() => zone.inputValue()).toBe('Australia/Perth');
  });

  test('it has an hour and a minute spinner, and saving goes to preview [RT-23, RT-27, ST-051]', async () => {
    const page = await open(SCHEDULE);
    await heading(page, 'Schedule Gift Card').waitFor();
    expect(await page.getByRole('spinbutton').count()).toBe(2);
    expect(await spinner(page, 'Hour').inputValue()).toBe('09');
    expect(await spinner(page, 'Minute').inputValue()).toBe('30');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`**${PREVIEW}`);
  });

  test('Save stores time and zone and calls the save-send-time call [ST-049, ST-050, ST-052]', async () => {
    const page = await open(SCHEDULE, { scheduled_delivery: '' });
    await page.getByRole('button', { name: /24 November/ }).click();
    await page.getByLabel('Where is your friend?').selectOption('Australia/Perth');
    await spinner(page, 'Hour').fill('15');
    await spinner(page, 'Minute').fill('45');
    const calls = watchCalls(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`**${PREVIEW}`);
    const when = { scheduled_delivery: '2026-11-24 15:45:00' };
    expect((await storedCards(page))[KEY]).toMatchObject({ ...when, timezone: 'Australia/Perth' });
    const [call] = calls.of(SEND_TIME);
    expect(call?.postDataJSON()).toEqual({ gift_card_details_id: KEY, ...when, delivery_timezone: 'Australia/Perth' });
    expect((await call?.response())?.status()).toBe(200);
  });

  test('a time that has passed becomes the current time [ST-059]', async () => {
    const page = await open(SCHEDULE, { scheduled_delivery: '' });
    await spinner(page, 'Hour').fill('3');
    await spinner(page, 'Minute').fill('7');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`**${PREVIEW}`);
    // 12 noon in Sydney when the phone's clock began, and the minutes since.
    expect((await storedCards(page))[KEY]?.scheduled_delivery).toMatch(/^2026-11-02 12:\d\d:00$/);
  });

  test.each([
    ['ST-060', 'Hour', '23'],
    ['ST-061', 'Minute', '59'],
  ])('%s: %s wraps between 00 and %s by its arrows', async (_id, name, last) => {
    const page = await open(SCHEDULE);
    const field = spinner(page, name);
    await field.fill(last);
    await page.getByRole('button', { name: `${name} later` }).click();
    await expect.poll(() => field.inputValue()).toBe('00');
    await page.getByRole('button', { name: `${name} earlier` }).click();
    await expect.poll(() => field.inputValue()).toBe(last);
  });

  test('the preview shows a phone with the picture and the text [RT-28, RT-29, RT-30]', async () => {
    const page = await open(PREVIEW);
    await heading(page, 'Gift Card Preview').waitFor();
    const phone = page.locator('[data-phone]');
    await phone.getByRole('img', { name: /Happy birthday, Mia!/ }).waitFor();
    await phone.getByText(/Something small for your new shelf\..*\/card\//).waitFor();
  });

  test('the preview names who it goes to, on which mobile [RT-31, RT-32]', async () => {
    const page = await open(PREVIEW);
    const facts = page.locator('dl', { hasText: 'Deliver To' });
    await facts.getByText('Deliver To', { exact: true }).waitFor();
    await facts.getByText('Mia Tran', { exact: true }).waitFor();
    await facts.getByText('On Mobile', { exact: true }).waitFor();
    await facts.getByText('0491 570 156', { exact: true }).waitFor();
  });

  test.each([
    ['VA-59', ['recipient_firstname'], "Please enter recipient's name"],
    ['VA-60', ['recipient_mobile'], "Please enter recipient's mobile"],
    ['VA-61', ['mms_template_id'], 'Please select a template'],
    ['VA-62', ['recipient_message'], "Please enter recipient's message"],
    ['VA-63', ['scheduled_delivery'], 'Please select scheduled delivery date'],
  ])('%s: without %s the preview says: %s', async (_id, parts, message) => {
    const page = await open(PREVIEW, Object.fromEntries(parts.map((part) => [part, ''])));
    const missing = page.getByRole('listitem').filter({ hasText: /^Please/ });
    await missing.first().waitFor();
    expect(await missing.allInnerTexts()).toEqual([message]);
  });
});
