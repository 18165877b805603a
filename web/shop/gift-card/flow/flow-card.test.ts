import { expect, it } from 'vitest';
import type { Details } from '#contract/gift-cards.ts';
import type { LocalGiftCard } from '../../state/gift-cards.ts';
import {
  doneSteps,
  flowCardFromDetails,
  flowCardFromDraft,
  getReturnPath,
  mayFinish,
  stepPath,
  toSavedRecipient,
} from './flow-card.ts';

const recipient = {
  recipient_firstname: 'Mia',
  recipient_lastname: 'Tran',
  recipient_mobile: '0412345678',
  recipient_message: 'Happy birthday',
  text_content: 'With love [gift-card]',
};
const open = { mms_template_id: '', scheduled_delivery: '' };
const giftCard = { ...recipient, ...open, id: 7, price: 50, timezone: 'Australia/Perth' } as LocalGiftCard;
const key = '3f1c2b7a-0000-4000-8000-000000000000';
const local = flowCardFromDraft(key, giftCard);
const details = {
  ...recipient,
  gift_card_details_id: 12,
  product_id: 7,
  gift_card_price: 50,
  scheduled_delivery: null,
  delivery_timezone: null,
  mms_template_id: null,
  state: null,
  can_edit: true,
} as Details;
const saved = flowCardFromDetails(details);

it('uses the local key for both ids in the paths of the add flow [RT-10]', () => {
  expect(stepPath(local, 'recipient')).toBe(`/giftcard/add/${key}`);
  expect(stepPath(local, 'template')).toBe(`/giftcard/mmstemplates/${key}/${key}`);
  expect(stepPath(local, 'schedule')).toBe(`/giftcard/schedule/${key}/${key}`);
  expect(stepPath(local, 'preview')).toBe(`/giftcard/sendnoworschedule/${key}/${key}`);
});

it('builds the paths of a saved card from its details id and its product id', () => {
  expect(stepPath(saved, 'recipient')).toBe('/giftcard/edit/12');
  expect(stepPath(saved, 'template')).toBe('/giftcard/mmstemplates/12/7');
  expect(saved).toMatchObject({ scheduled_delivery: '', timezone: 'Australia/Sydney', mms_template_id: '' });
});

it.each([
  ['+61412345678', '0412345678'],
  ['+6421345678', '+6421345678'],
])('shows a saved mobile number %s in the form as %s', (recipient_mobile, shownMobile) => {
  expect(flowCardFromDetails({ ...details, recipient_mobile }).recipient.recipient_mobile).toBe(shownMobile);
});

it('removes the card marker from the message for the form and appends it when saving [EN-39, EN-40]', () => {
  expect(local.recipient.text_content).toBe('With love');
  const savedRecipient = toSavedRecipient({
    ...local.recipient,
    recipient_firstname: ' Mia ',
    recipient_mobile: '(04) 1234-56 78',
  });
  expect(savedRecipient).toEqual(recipient);
});

it('allows Finish only when template, price and schedule are set [ST-055]', () => {
  const ready = { ...local, mms_template_id: 'cake', scheduled_delivery: '2026-11-22 09:00:00' };
  expect(mayFinish(ready)).toBe(true);
  expect(
    [{ mms_template_id: '' }, { scheduled_delivery: '' }, { price: 0 }].map((part) => mayFinish({ ...ready, ...part })),
  ).toEqual([false, false, false]);
  expect(doneSteps(ready)).toEqual({ recipient: true, template: true, schedule: true, preview: true });
  expect(doneSteps(local)).toMatchObject({ recipient: true, template: false, preview: false });
});

it('marks a draft as editable, and a saved card only while the server allows edits', () => {
  expect(local.editable).toBe(true);
  expect(flowCardFromDetails({ ...details, state: 'queued', can_edit: true }).editable).toBe(true);
  expect(flowCardFromDetails({ ...details, state: 'queued', can_edit: false }).editable).toBe(false);
});

it('returns from a paid card to its order, and from any other card to the checkout', () => {
  expect(getReturnPath({ ...saved, orderId: '000000004' })).toBe('/account/order/000000004');
  expect([getReturnPath({ ...saved, orderId: null }), getReturnPath(local)]).toEqual(['/checkout', '/checkout']);
});
