import { expect, it } from 'vitest';
import { PHONE } from '../steps/browser.ts';
import { answerCall } from '../steps/calls.ts';
import { setUpGiftCardFlow } from '../steps/gift-card-on-the-way.ts';
import { confirmButton } from '../steps/pay.ts';

const PLACE = 'POST carts/mine/payment-information';
const { open } = setUpGiftCardFlow();

it('keeps the reason for a refused payment in view when the customer leaves the code popup with Back', async () => {
  const page = await open('/checkout', {}, { expected: /status of 400/ });
  await answerCall(page, PLACE, { status: 400, body: { message: 'A code first.', code: 'code_required' } });
  await answerCall(page, 'POST mobiledigital/sendmobilecode', { body: { status: true } });
  await page.locator('[data-to-pay]', { hasText: '$' }).waitFor();
  // Dispatches the event, because a real click would scroll the message into view.
  await confirmButton(page).dispatchEvent('click');
  await page.getByRole('dialog', { name: 'Is it you?' }).waitFor();
  await page.goBack();
  const hint = page.getByText('first confirm the code we text you');
  await hint.waitFor();
  await page.waitForLoadState('networkidle');
  const { top, bottom } = await hint.evaluate((words) => words.getBoundingClientRect().toJSON());
  expect([top > 0, bottom < PHONE.height]).toEqual([true, true]);
});
