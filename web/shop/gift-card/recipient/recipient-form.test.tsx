import { waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { KEY, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { wordsPicture } from '#gallery/fixtures/products.ts';
import { media } from '#test/web/browser-parts.ts';
import { readStoredCard } from '#test/web/card-in-storage.ts';
import { ADD_RECIPIENT, openLocalRecipient, type RecipientField, TEMPLATES_TITLE } from '#test/web/recipient-screen.ts';
import { readDraft, saveDraft } from '../../state/gift-card-drafts.ts';
import { useGiftCards } from '../../state/gift-cards.ts';

const DRAWING = 'POST mobiledigital/giftcardpicture';
const readGiftCard = () => useGiftCards.getState().giftCards[KEY];

describe('errors of the recipient form', () => {
  it.each<[RecipientField, string, string, string]>([
    ['firstname', 'Please enter a firstname', 'VA-39', ''],
    ['firstname', 'Please enter a firstname', 'VA-39', '   '],
    ['firstname', 'Firstname must be shorter than 25 characters', 'VA-40', 'x'.repeat(25)],
    ['lastname', 'Please enter a lastname', 'VA-41', ''],
    ['lastname', 'Lastname must be shorter than 25 characters', 'VA-42', 'x'.repeat(25)],
    ['mobile', 'Please enter a mobile', 'VA-43', ''],
    ['picture', 'Please enter a message', 'VA-44', ''],
    ['picture', 'Message must be shorter than 50 characters', 'VA-45', 'x'.repeat(51)],
    ['text', 'Please enter text content', 'VA-49', ''],
    ['text', 'Text content must be shorter than 200 characters', 'VA-50, VA-51', 'x'.repeat(201)],
  ])('shows an error below %s: "%s", and focuses that field [%s]', async (field, words, _ids, typed) => {
    const { fill, tap, message, input, text } = await openLocalRecipient();
    await fill(field, typed);
    await tap('Continue');
    await waitFor(() => expect(message(field)).toBe(words));
    await waitFor(() => expect(document.activeElement).toBe(input(field)));
    expect(text()).not.toContain(TEMPLATES_TITLE);
    expect(readGiftCard()?.recipient_firstname).toBe('Mia');
  });

  it.each<[RecipientField, number, string]>([
    ['firstname', 24, 'VA-40'],
    ['lastname', 24, 'VA-42'],
    ['picture', 50, 'VA-46'],
    ['text', 101, 'VA-52'],
    ['text', 200, 'VA-52'],
  ])('accepts a value for %s of %i characters [%s]', async (field, length) => {
    const typed = 'x'.repeat(length);
    const { fill, tap, see } = await openLocalRecipient();
    await fill(field, typed);
    await tap('Continue');
    await see(TEMPLATES_TITLE);
    const { recipient_firstname, recipient_lastname, recipient_message, text_content } = readGiftCard() ?? {};
    expect([recipient_firstname, recipient_lastname, recipient_message, text_content?.split(' [')[0]]).toContain(typed);
  });

  it('reports all empty fields and focuses the first empty field [VA-39, VA-41, VA-43, VA-44, VA-49]', async () => {
    const { tap, message, input } = await openLocalRecipient(unfilled);
    await tap('Continue');
    await waitFor(() => expect(message('firstname')).not.toBe(''));
    const fields: RecipientField[] = ['firstname', 'lastname', 'mobile', 'picture', 'text'];
    expect(fields.map(message)).toEqual([
      'Please enter a firstname',
      'Please enter a lastname',
      'Please enter a mobile',
      'Please enter a message',
      'Please enter text content',
    ]);
    await waitFor(() => expect(document.activeElement).toBe(input('firstname')));
  });

  it('clears the error of the field being edited and keeps the other errors', async () => {
    const { tap, user, message, input } = await openLocalRecipient(unfilled);
    await tap('Continue');
    await waitFor(() => expect(message('firstname')).not.toBe(''));
    await user.type(input('firstname'), 'M');
    expect(message('firstname')).toBe('');
    expect(message('lastname')).toBe('Please enter a lastname');
    await user.clear(input('firstname'));
    expect(message('firstname')).toBe('');
  });

  it('shows no errors before the customer taps Continue', async () => {
    const { fill, message } = await openLocalRecipient();
    await fill('firstname', '');
    await fill('picture', 'x'.repeat(60));
    expect([message('firstname'), message('picture')]).toEqual(['', '']);
  });
});

describe('when the customer types', () => {
  it('keeps showing the previous picture while the message is too long', async () => {
    const { fill, bodies, box } = await openLocalRecipient();
    const drawing = () => box.querySelector('[role=img][aria-busy=false] img[src^="data:image/svg"]');
    await waitFor(() => expect(drawing()).toBeTruthy());
    await fill('picture', 'x'.repeat(51));
    await waitFor(() => expect(box.querySelector('[role=img][aria-busy=true]')).toBeTruthy());
    await waitFor(() => expect(drawing()).toBeTruthy());
    expect(JSON.stringify(bodies(DRAWING))).not.toContain('x'.repeat(51));
  });

  it.each<[RecipientField, string, string, string]>([
    ['picture', '0/50', '5/50', 'VA-55'],
    ['text', '0/200', '5/200', 'VA-56'],
  ])(
    'counts the characters of the %s message from %s to %s, and beyond the limit [%s]',
    async (field, empty, counted) => {
      const { fill, page } = await openLocalRecipient(unfilled);
      expect(page.getByText(empty)).toBeTruthy();
      await fill(field, 'Hello');
      expect(page.getByText(counted)).toBeTruthy();
      await fill(field, 'x'.repeat(272));
      expect(page.getByText(counted.replace('5', '272'))).toBeTruthy();
    },
  );

  it('names characters that cannot be drawn, and focuses their field on Continue', async () => {
    const warning = 'The picture cannot show 𓀀 yet. Please leave it out';
    const { fill, tap, message, input, see, answers, address } = await openLocalRecipient();
    answers[DRAWING] = ({ body: { words } }: { body: { words: PictureWords } }) => {
      const signs = (text: string) => (text.includes('𓀀') ? ['𓀀'] : []);
      const not_shown = { to: signs(words.to), message: signs(words.message) };
      return { status: true, data: { ...wordsPicture(words), not_shown } };
    };
    await fill('picture', 'For you 𓀀');
    await waitFor(() => expect(message('picture')).toBe(warning));
    await fill('firstname', 'M𓀀a');
    await tap('Continue');
    await waitFor(() => expect(document.activeElement).toBe(input('firstname')));
    expect([message('firstname'), address()]).toEqual([warning, ADD_RECIPIENT]);
    await fill('firstname', 'Mia');
    await fill('picture', 'For you');
    await waitFor(() => expect([message('firstname'), message('picture')]).toEqual(['', '']));
    await tap('Continue');
    await see(TEMPLATES_TITLE);
  });

  it.each([
    ['0491 570 110', '0491570110', 'Their gift arrives on this number.'],
    ['+61 412-345-678', '+61412345678', 'The gift comes to you.'],
    ['04123', '04123', 'Their gift arrives on this number.'],
    ['0412345678901', '0412345678901', 'Is this right? Mobiles look like 0412 345 678.'],
  ])('shows the typed mobile number %j as %s with the hint: %s', async (typed, value, hint) => {
    const { fill, input, text } = await openLocalRecipient(unfilled);
    await fill('mobile', typed);
    expect(input('mobile').value).toBe(value);
    expect(text()).toContain(hint);
  });

  it('switches between sending the card to the customer, who can print it, and to the recipient', async () => {
    const { tap, input, text, button } = await openLocalRecipient(unfilled);
    await tap('Print it, or send it to me first');
    expect(input('mobile').value).toBe('0412345678');
    expect(text()).toContain('Once you have paid, you can print it from your order.');
    await tap('Text it to them');
    expect(input('mobile').value).toBe('');
    expect(button('Text it to them').getAttribute('aria-pressed')).toBe('true');
  });

  it('offers to copy the picture message into an empty text message', async () => {
    const { fill, tap, input, page } = await openLocalRecipient(unfilled);
    expect(page.queryByText('Use the same words')).toBeNull();
    await fill('picture', 'Well done, Ona!');
    await tap('Use the same words');
    expect(input('text').value).toBe('Well done, Ona!');
    expect(page.queryByText('Use the same words')).toBeNull();
  });

  it('shows the text message in a phone preview on wide screens', async () => {
    media.wide = true;
    const { fill, box } = await openLocalRecipient();
    const phone = () => box.querySelector('[data-phone]')?.textContent ?? '';
    expect(phone()).toContain('Something small for your new shelf.');
    await fill('text', 'For the best shelf');
    await waitFor(() => expect(phone()).toContain('For the best shelf'));
  });

  it('keeps the typed recipient as a draft until it is saved', async () => {
    const { fill, tap, see } = await openLocalRecipient();
    await fill('firstname', 'Ona');
    expect(readDraft(KEY).recipient?.recipient_firstname).toBe('Ona');
    expect(readGiftCard()?.recipient_firstname).toBe('Mia');
    await tap('Continue');
    await see(TEMPLATES_TITLE);
    expect(readDraft(KEY).recipient).toBeUndefined();
    expect(readGiftCard()?.recipient_firstname).toBe('Ona');
  });
});

describe('saving the recipient', () => {
  it('saves the trimmed recipient in this browser only and opens the templates [RT-09, RT-14, ST-045, ST-046]', async () => {
    const { fill, tap, see, writes, titles, address } = await openLocalRecipient(unfilled);
    expect(titles()).toEqual(['Who are you sending it to?']);
    await fill('firstname', '  Ona ');
    await fill('lastname', 'Hart');
    await fill('mobile', '0491 570 110');
    await fill('picture', 'Well done, Ona!');
    await fill('text', 'See you soon');
    expect(readStoredCard()).toBeUndefined();
    await tap('Continue');
    await see(TEMPLATES_TITLE);
    expect(address()).toBe(`/giftcard/mmstemplates/${KEY}/${KEY}`);
    expect(readStoredCard()).toMatchObject({
      recipient_firstname: 'Ona',
      recipient_lastname: 'Hart',
      recipient_mobile: '0491570110',
      recipient_message: 'Well done, Ona!',
      text_content: 'See you soon [gift-card]',
    });
    expect(writes()).toEqual([]);
  });

  it('saves a card with wrapping, price and time on Finish and opens the checkout [ST-055, ST-056]', async () => {
    const { tap, see, fill, address } = await openLocalRecipient();
    await fill('lastname', 'Tranter');
    await tap('Finish');
    await see('Confirm in');
    expect(address()).toBe('/checkout');
    expect(readStoredCard()?.recipient_lastname).toBe('Tranter');
  });

  it('marks a field that was rejected at checkout and blocks Finish until the field changes', async () => {
    const refused = { recipient_mobile: { value: '+6499990000', message: 'No phone answers there.' } };
    const { tap, message, fill, see, address } = await openLocalRecipient({ recipient_mobile: '+6499990000' }, () =>
      saveDraft(KEY, { refused }),
    );
    expect(message('mobile')).toBe('No phone answers there.');
    await fill('lastname', 'Tranter');
    await tap('Finish');
    await waitFor(() => expect(message('mobile')).toBe('No phone answers there.'));
    expect(address()).toBe(ADD_RECIPIENT);
    await fill('mobile', '0491570110');
    expect(message('mobile')).toBe('');
    await tap('Finish');
    await see('Confirm in');
    expect(readDraft(KEY).refused).toBeUndefined();
  });

  it.each([
    ['Finish', '', 'Please enter a mobile'],
    ['Finish', '049157015', 'Please enter a valid mobile'],
    ['Continue', '12', 'Please enter a valid mobile'],
    ['Continue', 'hello', 'Please enter a valid mobile'],
  ])('keeps the form open on %s when the mobile number is %j', async (leave, mobile, words) => {
    const { tap, message, fill, address } = await openLocalRecipient();
    await fill('mobile', mobile);
    await tap(leave);
    await waitFor(() => expect(message('mobile')).toBe(words));
    expect(address()).toBe(ADD_RECIPIENT);
  });

  it.each([
    ['wrapping', { mms_template_id: '' }],
    ['time', { scheduled_delivery: '' }],
    ['price', { price: 0 }],
  ])('offers no Finish button for a card without a %s [ST-055]', async (_what, change) => {
    const { page } = await openLocalRecipient(change);
    expect(page.queryByRole('button', { name: 'Finish' })).toBeNull();
    expect(page.getByRole('button', { name: 'Continue' })).toBeTruthy();
  });
});

describe('phone contacts', () => {
  function phoneWith(select: (...asked: unknown[]) => Promise<unknown>) {
    Object.defineProperty(navigator, 'contacts', { configurable: true, value: { select } });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'contacts');
    });
  }

  it('fills in only the name and mobile number of the chosen contact', async () => {
    const select = vi.fn(async () => [{ name: ['Priya van Dam'], tel: ['02 9999 0000', '0491 570 158'] }]);
    phoneWith(select);
    const { tap, input } = await openLocalRecipient();
    await tap('Choose a contact');
    await waitFor(() => expect(input('firstname').value).toBe('Priya'));
    expect([input('lastname').value, input('mobile').value]).toEqual(['van Dam', '0491570158']);
    expect(input('picture').value).toBe('Happy birthday, Mia!');
    expect(select.mock.calls).toEqual([[['name', 'tel'], { multiple: false }]]);
  });

  it.each([
    ['no contact was chosen', async () => [], ''],
    ['the phone does not open its contacts', () => Promise.reject(new Error('no')), 'Your contacts did not open.'],
  ])('leaves the form unchanged when %s', async (_what, select, words) => {
    phoneWith(select);
    const { tap, input, see } = await openLocalRecipient();
    await tap('Choose a contact');
    await see(words);
    expect(input('firstname').value).toBe('Mia');
  });

  it('does not offer contacts in a browser without a contact picker', async () => {
    const { page } = await openLocalRecipient();
    expect(page.queryByRole('button', { name: 'Choose a contact' })).toBeNull();
  });
});
