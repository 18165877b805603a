import { details, KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import type { LocalGiftCard } from '#web/shop/state/gift-cards.ts';
import { openPage } from './customer-page.ts';
import type { CallAnswers } from './watch-calls.ts';

export const ADD_RECIPIENT = `/giftcard/add/${KEY}`;
export const EDIT_DETAILS = 'POST mobiledigital/editgiftcarddetails';
export const TEMPLATES_TITLE = 'How would you like your gift wrapped?';

const labels = {
  firstname: "Recipient's firstname",
  lastname: "Recipient's lastname",
  mobile: "Recipient's mobile",
  picture: 'Image message to the recipient',
  text: 'Text message to the recipient',
};
export type RecipientField = keyof typeof labels;
export const recipientFields = Object.keys(labels) as RecipientField[];

function withFields(shop: Awaited<ReturnType<typeof openPage>>) {
  const input = (field: RecipientField) => shop.page.getByLabelText<HTMLInputElement>(labels[field]);
  return {
    ...shop,
    input,
    async fill(field: RecipientField, typed: string) {
      await shop.user.clear(input(field));
      if (typed) await shop.user.paste(typed);
    },
    message: (field: RecipientField) => document.getElementById(`${input(field).id}-error`)?.textContent ?? '',
  };
}

export const openLocalRecipient = async (change: Partial<LocalGiftCard> = {}, before: () => void = () => undefined) =>
  withFields(await openPage({ url: ADD_RECIPIENT, shows: 'Text message', giftCards: singleCard(change), before }));

export const openPaidRecipient = async (answers: CallAnswers = {}) =>
  withFields(
    await openPage({
      url: '/giftcard/edit/7',
      shows: 'Text message',
      answers: {
        'GET mobiledigital/getgiftcarddetailsbyid': { status: true, data: details() },
        [EDIT_DETAILS]: { status: true, data: details() },
        ...answers,
      },
    }),
  );
