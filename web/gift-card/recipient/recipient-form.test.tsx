import { waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test } from 'vitest';
import { details, KEY, oneCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import { type CallAnswers, held, offline, refuse } from '#test/web/watch-calls.ts';
import { readDraft } from '../../state/gift-card-drafts.ts';
import { type LocalGiftCard, useGiftCards } from '../../state/gift-cards.ts';

const EDIT = 'POST mobiledigital/editgiftcarddetails';
const LABELS = {
  firstname: "Recipient's firstname",
  lastname: "Recipient's lastname",
  mobile: "Recipient's mobile",
  picture: 'Image message to the recipient',
  text: 'Text message to the recipient',
};
type Field = keyof typeof LABELS;

function withFields(shop: Awaited<ReturnType<typeof openPage>>) {
  const input = (field: Field) => shop.field(LABELS[field]);
  return {
    ...shop,
    input,
    async fill(field: Field, typed: string) {
      await shop.user.clear(input(field));
      if (typed) await shop.user.paste(typed);
    },
    /** The words under a field. */
    message: (field: Field) => document.getElementById(`${input(field).id}-error`)?.textContent ?? '',
  };
}
/** A card that waits in this browser. */
const openLocal = async (change: Partial<LocalGiftCard> = {}) =>
  withFields(await openPage({ at: `/giftcard/add/${KEY}`, shows: 'Text message', giftCards: oneCard(change) }));
/** A card that is bought already. */
const openPaid = async (answers: CallAnswers = {}) =>
  withFields(
    await openPage({
      ...{ at: '/giftcard/edit/7', shows: 'Text message' },
      answers: {
        'GET mobiledigital/getgiftcarddetailsbyid': { status: true, data: details() },
        [EDIT]: { status: true, data: details() },
        ...answers,
      },
    }),
  );
const stored = () => useGiftCards.getState().giftCards[KEY];
const NEXT = 'How would you like your gift wrapped?';

describe('what is missing or too long', () => {
  test.each<[Field, string, string]>([
    ['firstname', '', 'Please enter a firstname'],
    ['firstname', '   ', 'Please enter a firstname'],
    ['firstname', 'x'.repeat(25), 'Firstname must be shorter than 25 characters'],
    ['lastname', '', 'Please enter a lastname'],
    ['lastname', 'x'.repeat(25), 'Lastname must be shorter than 25 characters'],
    ['mobile', '', 'Please enter a mobile'],
    ['picture', '', 'Please enter a message'],
    ['picture', 'x'.repeat(51), 'Message must be shorter than 50 characters'],
    ['text', '', 'Please enter text content'],
    ['text', 'x'.repeat(201), 'Text content must be shorter than 200 characters'],
  ])('%s %j is said below its field, where the cursor goes', async (field, typed, words) => {
    const { fill, tap, message, input, text } = await openLocal();
    await fill(field, typed);
    await tap('Continue');
    await waitFor(() => expect(message(field)).toBe(words));
    await waitFor(() => expect(document.activeElement).toBe(input(field)));
    expect(text()).not.toContain(NEXT);
    expect(stored()?.recipient_firstname).toBe('Mia');
  });

  test.each<[Field, string]>([
    ['firstname', 'x'.repeat(24)],
    ['lastname', 'y'.repeat(24)],
    ['picture', 'z'.repeat(50)],
    ['text', 'w'.repeat(150)],
    ['text', 'w'.repeat(200)],
  ])('%s of the longest that fits goes on', async (field, typed) => {
    const { fill, tap, see } = await openLocal();
    await fill(field, typed);
    await tap('Continue');
    await see(NEXT);
    const { recipient_firstname, recipient_lastname, recipient_message, text_content } = stored() ?? {};
    expect([recipient_firstname, recipient_lastname, recipient_message, text_content?.split(' [')[0]]).toContain(typed);
  });

  test('of an empty form is all said, and the cursor goes to the first', async () => {
    const { tap, message, input } = await openLocal(unfilled);
    await tap('Continue');
    await waitFor(() => expect(message('firstname')).not.toBe(''));
    const fields: Field[] = ['firstname', 'lastname', 'mobile', 'picture', 'text'];
    expect(fields.map(message)).toEqual([
      'Please enter a firstname',
      'Please enter a lastname',
      'Please enter a mobile',
      'Please enter a message',
      'Please enter text content',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(input('firstname')));
  });

  test('goes away as it is typed, the rest stays', async () => {
    const { tap, user, message, input } = await openLocal(unfilled);
    await tap('Continue');
    await waitFor(() => expect(message('firstname')).not.toBe(''));
    await user.type(input('firstname'), 'M');
    expect(message('firstname')).toBe('');
    expect(message('lastname')).toBe('Please enter a lastname');
    await user.clear(input('firstname'));
    expect(message('firstname')).toBe('');
  });

  test('is not said before Continue', async () => {
    const { fill, message } = await openLocal();
    await fill('firstname', '');
    await fill('picture', 'x'.repeat(60));
    expect([message('firstname'), message('picture')]).toEqual(['', '']);
  });
});

describe('while it is typed', () => {
  test('a message that is too long for the picture is not drawn, and the former drawing stays', async () => {
    const { fill, bodies, box } = await openLocal();
    const drawing = () => box.querySelector('[role=img][aria-busy=false] img[src^="data:image/svg"]');
    await waitFor(() => expect(drawing()).toBeTruthy());
    await fill('picture', 'x'.repeat(51));
    await waitFor(() => expect(box.querySelector('[role=img][aria-busy=true]')).toBeTruthy());
    await waitFor(() => expect(drawing()).toBeTruthy());
    expect(JSON.stringify(bodies('POST mobiledigital/giftcardpicture'))).not.toContain('x'.repeat(51));
  });

  test.each<[Field, string, string]>([
    ['picture', 'Hello', '5/50'],
    ['picture', 'x'.repeat(72), '72/50'],
    ['text', 'Hello', '5/200'],
  ])('%s is counted: %j', async (field, typed, counted) => {
    const { fill, text } = await openLocal(unfilled);
    await fill(field, typed);
    expect(text()).toContain(counted);
  });

  test.each([
    ['0412 345 678', '0412345678', 'Their gift arrives on this number.'],
    ['+61 412-345-678', '+61412345678', 'Their gift arrives on this number.'],
    ['04123', '04123', 'Their gift arrives on this number.'],
    ['0412345678901', '0412345678901', 'Is this right? Mobiles look like 0412 345 678.'],
  ])('a mobile %j stands there as %s: %s', async (typed, value, hint) => {
    const { fill, input, text } = await openLocal(unfilled);
    await fill('mobile', typed);
    expect(input('mobile').value).toBe(value);
    expect(text()).toContain(hint);
  });

  test('it stays a draft until it is saved, and is no draft afterwards', async () => {
    const { fill, tap, see } = await openLocal();
    await fill('firstname', 'Ona');
    expect(readDraft(KEY).recipient?.recipient_firstname).toBe('Ona');
    expect(stored()?.recipient_firstname).toBe('Mia');
    await tap('Continue');
    await see(NEXT);
    expect(readDraft(KEY).recipient).toBeUndefined();
    expect(stored()?.recipient_firstname).toBe('Ona');
  });
});

describe('saving', () => {
  test('a card in this browser needs no call; names lose stray blanks and the text ends with its marker', async () => {
    const { fill, tap, see, writes } = await openLocal();
    await fill('firstname', '  Ona ');
    await fill('text', 'See you soon');
    await tap('Continue');
    await see(NEXT);
    expect(stored()).toMatchObject({ recipient_firstname: 'Ona', recipient_lastname: 'Tran' });
    expect(stored()?.text_content).toMatch(/^See you soon.*\[gift-card\]$/s);
    expect(writes()).toEqual([]);
  });

  test('Finish leads to the checkout, and only where wrapping and time are there', async () => {
    const { tap, see, fill } = await openLocal();
    await fill('lastname', 'Tranter');
    await tap('Finish');
    await see('Confirm in');
    expect(stored()?.recipient_lastname).toBe('Tranter');
  });

  test('Finish does not leave a wrong form', async () => {
    const { tap, message, fill } = await openLocal();
    await fill('mobile', '');
    await tap('Finish');
    await waitFor(() => expect(message('mobile')).toBe('Please enter a mobile'));
  });

  test.each([
    ['without a wrapping', { mms_template_id: '' }],
    ['without a time', { scheduled_delivery: '' }],
  ])('%s there is no Finish', async (_what, change) => {
    const { page } = await openLocal(change);
    expect(page.queryByRole('button', { name: 'Finish' })).toBeNull();
    expect(page.getByRole('button', { name: 'Continue' })).toBeTruthy();
  });
});

describe('saving a card that is bought', () => {
  test('sends it once, however often it is tapped, and goes on', async () => {
    const answer = held({ status: true, data: details({ recipient_firstname: 'Ona' }) });
    const { fill, tapTwice, button, sentTimes, see, bodies } = await openPaid({ [EDIT]: () => answer.answer() });
    await fill('firstname', 'Ona');
    await fill('mobile', '0491 570 110');
    await tapTwice('Continue');
    await sentTimes(EDIT, 1);
    button('Continue').click();
    answer.release();
    await see(NEXT);
    expect(bodies(EDIT)).toHaveLength(1);
    const { gift_card_details_id, data } = bodies(EDIT)[0] as { gift_card_details_id: number; data: string };
    expect(gift_card_details_id).toBe(7);
    expect(JSON.parse(data)).toEqual({
      ...{ recipient_firstname: 'Ona', recipient_lastname: 'Tran', recipient_mobile: '0491570110' },
      ...{ recipient_message: 'Happy birthday, Mia!', text_content: expect.stringMatching(/\[gift-card\]$/) },
    });
  });

  test.each([
    ['words', { input_validation: { recipient_mobile: 'No phone answers there.' } }, 'No phone answers there.'],
    [
      'a list of words',
      { input_validation: { recipient_mobile: ['No phone.', 'Try again.'] } },
      'No phone. Try again.',
    ],
    ['a code', { codes: { recipient_mobile: 'mobile_invalid' } }, 'Please enter a valid mobile'],
  ])('that the server does not accept shows its %s at the field', async (_what, answer, words) => {
    const { tap, message, input, user, text } = await openPaid({ [EDIT]: { status: false, ...answer } });
    await tap('Continue');
    await waitFor(() => expect(message('mobile')).toBe(words));
    await waitFor(() => expect(document.activeElement).toBe(input('mobile')));
    expect(text()).not.toContain(NEXT);
    await user.type(input('mobile'), '1');
    expect(message('mobile')).toBe('');
  });

  test.each([
    ['an error', refuse(500, { message: 'Not now.' }), 'Not now.'],
    ['a code', refuse(400, { code: 'card_already_sent', message: 'x' }), 'This gift card has already gone out'],
    ['no connection', offline, 'No connection'],
  ])('with %s keeps what was typed, and Continue can be tapped again', async (_what, failure, words) => {
    const { fill, tap, see, page, button, sentTimes } = await openPaid({ [EDIT]: failure });
    await fill('firstname', 'Ona');
    await tap('Continue');
    await see(words);
    expect(page.getByLabelText<HTMLInputElement>(LABELS.firstname).value).toBe('Ona');
    expect(readDraft('7').recipient?.recipient_firstname).toBe('Ona');
    await tap(words === 'No connection' ? 'Close' : 'OK');
    await waitFor(() => expect(button('Continue').getAttribute('aria-busy')).toBeNull());
    await tap('Continue');
    await sentTimes(EDIT, 2);
  });

  test('has no Finish: it is in no cart', async () => {
    const { page } = await openPaid();
    expect(page.queryByRole('button', { name: 'Finish' })).toBeNull();
  });
});

describe('the contacts of the phone', () => {
  function phoneWith(select: () => Promise<unknown>) {
    Object.defineProperty(navigator, 'contacts', { configurable: true, value: { select } });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'contacts');
    });
  }

  test('fill in who was chosen and nothing else', async () => {
    phoneWith(async () => [{ name: ['Priya van Dam'], tel: ['02 9999 0000', '0491 570 158'] }]);
    const { tap, input } = await openLocal();
    await tap('Choose a contact');
    await waitFor(() => expect(input('firstname').value).toBe('Priya'));
    expect([input('lastname').value, input('mobile').value]).toEqual(['van Dam', '0491570158']);
    expect(input('picture').value).toBe('Happy birthday, Mia!');
  });

  test.each([
    ['nobody was chosen', async () => [], ''],
    ['the phone refuses', () => Promise.reject(new Error('no')), 'Your contacts did not open.'],
  ])('leave the form alone when %s', async (_what, select, words) => {
    phoneWith(select);
    const { tap, input, see } = await openLocal();
    await tap('Choose a contact');
    await see(words);
    expect(input('firstname').value).toBe('Mia');
  });

  test('are not offered where the browser has none', async () => {
    const { page } = await openLocal();
    expect(page.queryByRole('button', { name: 'Choose a contact' })).toBeNull();
  });
});
