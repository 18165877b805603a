import { expect, it } from 'vitest';
import {
  ADD,
  continueButton,
  heading,
  KEY,
  PREVIEW,
  readStoredCards,
  recipient,
  SCHEDULE,
  setUpGiftCardFlow,
  spinner,
  TEMPLATES,
  words,
} from '../steps/gift-card-on-the-way.ts';
import { fillRecipient } from '../steps/shop.ts';

const { fixture, open } = setUpGiftCardFlow();
const unfilled = {
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

it('stores gift card input on the phone and keeps it after a reload of each step [EN-37, EN-41, EN-42]', async () => {
  const page = await open(ADD, unfilled);
  await fillRecipient(page, recipient, words);
  await page.reload();
  await expect.poll(() => page.getByLabel('Image message').inputValue()).toBe(words.picture);
  expect(await page.getByLabel('Firstname').inputValue()).toBe('Zoe');
  await continueButton(page).click();
  await page.waitForURL(`**${TEMPLATES}`);
  await heading(page, /gift wrapped/).waitFor();
  await page.getByRole('button', { name: 'Change the words' }).click();
  await page.getByLabel('Image message to the recipient').fill('For the best shelf');
  const picture = page.getByRole('img', { name: /For the best shelf/ }).first();
  await picture.waitFor();
  await page.reload();
  await picture.waitFor();
  expect((await readStoredCards(page))[KEY]?.recipient_message).toBe(words.picture);
  await continueButton(page).first().click();
  await page.waitForURL(`**${SCHEDULE}`);
  await page.getByLabel('Where is your friend?').selectOption('Australia/Perth');
  await spinner(page, 'Hour').fill('17');
  await spinner(page, 'Minute').fill('45');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(`**${PREVIEW}`);
  const [template] = fixture.templates;
  expect((await readStoredCards(page))[KEY]).toMatchObject({
    recipient_firstname: 'Zoe',
    recipient_lastname: 'Hart',
    recipient_mobile: '0491570110',
    recipient_message: 'For the best shelf',
    text_content: expect.stringMatching(/^Have a day out\./),
    scheduled_delivery: '2026-11-02 17:45:00',
    timezone: 'Australia/Perth',
    mms_template_id: template?.mms_template_id,
    click2_giftcard_mms_template_id: template?.id,
    mms_template_url: template?.mms_template_url,
  });
  expect(await page.evaluate(() => localStorage.getItem('gift-card-drafts'))).toBeNull();
});
