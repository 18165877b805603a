import { describe, expect, test } from 'vitest';
import { answerCall } from '../steps/calls.ts';
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
  words,
} from '../steps/gift-card-on-the-way.ts';
import { fillRecipient } from '../steps/shop.ts';

const NOTHING_CHOSEN = {
  recipient_firstname: '',
  recipient_lastname: '',
  recipient_mobile: '',
  recipient_message: '',
  text_content: '',
  scheduled_delivery: '',
  mms_template_id: '',
  click2_giftcard_mms_template_id: null,
  mms_template_url: '',
};

describe('a gift card on the way', () => {
  const { shop, made, open } = giftCardOnTheWay();

  test('two quick taps on an amount are one card', async () => {
    const page = await shop.open(`/product/${made.productId}`, { as: made.customer });
    await page.locator('button[data-amount]').first().dblclick();
    await page.waitForURL('**/giftcard/add/*');
    expect(Object.keys(await storedCards(page))).toHaveLength(1);
  });

  test('what is chosen on the way stands in the card on the phone, field by field [EN-37, EN-41, EN-42]', async () => {
    const page = await open(ADD, { ...NOTHING_CHOSEN });
    await fillRecipient(page, recipient, words);
    await go(page).click();
    await page.waitForURL(`**${TEMPLATES}`);
    await heading(page, /gift wrapped/).waitFor();
    await go(page).first().click();
    await page.waitForURL(`**${SCHEDULE}`);
    await page.getByLabel('Where is your friend?').selectOption('Australia/Perth');
    await spinner(page, 'Hour').fill('17');
    await spinner(page, 'Minute').fill('45');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`**${PREVIEW}`);
    const [template] = made.templates;
    expect((await storedCards(page))[KEY]).toMatchObject({
      recipient_firstname: 'Zoe',
      recipient_lastname: 'Hart',
      recipient_mobile: '0491570110',
      recipient_message: words.picture,
      scheduled_delivery: '2026-11-02 17:45:00',
      timezone: 'Australia/Perth',
      mms_template_id: template?.mms_template_id,
      click2_giftcard_mms_template_id: template?.id,
      mms_template_url: template?.mms_template_url,
    });
  });

  test('recipient_message is what the picture says, text_content what the text says [EN-38]', async () => {
    const page = await open(PREVIEW, { recipient_message: 'On the picture', text_content: 'In the text [gift-card]' });
    const phone = page.locator('[data-phone]');
    await phone.getByRole('img', { name: /On the picture/ }).waitFor();
    expect(await phone.getByRole('img', { name: /In the text/ }).count()).toBe(0);
    await phone.getByText(/In the text/).waitFor();
  });

  test('what the server rejects of a saved card stands at its field, and nothing typed is lost [ER-22]', async () => {
    const page = await shop.enter({ as: made.customer });
    const said = { recipient_mobile: 'No phone answers to this number', recipient_message: 'Not these words' };
    await answerCall(page, 'POST mobiledigital/editgiftcarddetails', {
      body: { status: false, input_validation: said },
    });
    await page.goto(`/giftcard/edit/${made.detailsId}`);
    await page.getByLabel('Firstname').fill('Nora');
    await go(page).click();
    for (const [field, message] of Object.entries(said)) {
      const input = page.locator(`[name=${field}]`);
      await expect.poll(() => input.getAttribute('aria-invalid')).toBe('true');
      const [errorId = ''] = ((await input.getAttribute('aria-describedby')) ?? '').split(' ');
      expect(await page.locator(`[id="${errorId}"]`).textContent()).toBe(message);
    }
    expect(await page.getByLabel('Firstname').inputValue()).toBe('Nora');
    expect(new URL(page.url()).pathname).toBe(`/giftcard/edit/${made.detailsId}`);
  });

  test('words changed among the wrappings are still there after the tab was closed', async () => {
    const page = await open(TEMPLATES);
    const words = page.getByRole('img', { name: /For the best shelf/ });
    await page.getByRole('button', { name: 'Change the words' }).click();
    await page.getByLabel('Image message to the recipient').fill('For the best shelf');
    await words.first().waitFor();
    await page.reload();
    await words.first().waitFor();
    expect((await storedCards(page))[KEY]?.recipient_message).toBe('Happy birthday, Mia!');
    await go(page).first().click();
    await page.waitForURL(`**${SCHEDULE}`);
    expect((await storedCards(page))[KEY]?.recipient_message).toBe('For the best shelf');
    expect(await page.evaluate(() => localStorage.getItem('gift-card-drafts'))).toBeNull();
  });

  test('Continue with words that cannot be sent leads to them and says what is wrong', async () => {
    const page = await open(TEMPLATES);
    const field = page.getByLabel('Image message to the recipient');
    await page.getByRole('button', { name: 'Change the words' }).click();
    await field.fill('');
    await go(page).nth(1).click();
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('Please enter a message').waitFor();
    expect(new URL(page.url()).pathname).toBe(TEMPLATES);
  });

  test('what is half typed about the recipient stays when words are saved among the wrappings', async () => {
    const page = await open(ADD);
    await page.getByLabel('Firstname').fill('Mi');
    await page.getByRole('textbox', { name: 'Mobile' }).fill('0491');
    await page.goto(TEMPLATES);
    await page.getByRole('button', { name: 'Change the words' }).click();
    await page.getByLabel('Image message to the recipient').fill('For the best shelf');
    await go(page).first().click();
    await page.waitForURL(`**${SCHEDULE}`);
    const mia = { recipient_firstname: 'Mia', recipient_mobile: '0491570156' };
    expect((await storedCards(page))[KEY]).toMatchObject({ ...mia, recipient_message: 'For the best shelf' });
    await page.goto(ADD);
    await expect.poll(() => page.getByLabel('Firstname').inputValue()).toBe('Mi');
    expect(await page.getByRole('textbox', { name: 'Mobile' }).inputValue()).toBe('0491');
    expect(await page.getByLabel('Image message').inputValue()).toBe('For the best shelf');
  });

  test.each(['en-AU', 'de'])(
    'the preview of a customer who reads %s says what the sent picture says',
    async (language) => {
      const page = await shop.enter({ as: made.customer });
      await page.context().addCookies([{ name: 'language', value: language, url: shop.server().url }]);
      await page.goto(`/giftcard/sendnoworschedule/${made.detailsId}/${made.productId}`);
      const picture = page.locator('[data-phone]').getByRole('img');
      await expect.poll(() => picture.first().getAttribute('aria-label')).toContain('Expires 20 November 2029');
    },
  );

  test('the dots below the wrappings can be hit with a thumb', async () => {
    const page = await open(TEMPLATES);
    const dots = page.getByRole('button', { name: /^Show / });
    await dots.first().waitFor();
    for (const dot of await dots.all()) {
      const box = await dot.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });
});
