import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { details, KEY, order, singleCard, unfilled } from '#gallery/fixtures/gift-cards.ts';
import { wordsPicture } from '#gallery/fixtures/products.ts';
import { openPage } from '#test/web/customer-page.ts';
import { TUESDAY } from '#test/web/schedule-screen.ts';
import { readDraft, saveDraft } from '../../state/gift-card-drafts.ts';
import { type LocalGiftCard, listGiftCards } from '../../state/gift-cards.ts';

const omar = { recipient_firstname: 'Omar', recipient_lastname: 'Haddad', recipient_mobile: '0491570157' };
const nobody = { recipient_firstname: '', recipient_lastname: '', recipient_mobile: '' };
const AT = `/giftcard/sendnoworschedule/${KEY}/${KEY}`;

const openPreview = (change: Partial<LocalGiftCard> = {}, people: (typeof omar)[] = []) =>
  openPage({
    url: AT,
    shows: 'Deliver To',
    giftCards: singleCard(change),
    before: () => (people.length > 0 ? saveDraft(KEY, { people }) : undefined),
  });
type Shop = Awaited<ReturnType<typeof openPreview>>;
const getPersonGroup = ({ page }: Shop, number: number) =>
  within(page.getByRole('group', { name: `Person ${number}` }));
const typePerson = async (shop: Shop, number: number, typed: typeof omar) => {
  for (const [part, text] of [
    ['Firstname', typed.recipient_firstname],
    ['Lastname', typed.recipient_lastname],
    ['Mobile', typed.recipient_mobile],
  ] as const)
    await shop.user.type(shop.field(`${part} of person ${number}`), text);
};
const listRecipients = () => listGiftCards().map(([, card]) => `${card.recipient_firstname} ${card.recipient_mobile}`);

describe('missing parts of a gift card', () => {
  it.each<[string, Partial<LocalGiftCard>, string, string]>([
    ['VA-59', { recipient_firstname: '' }, "Please enter recipient's name", 'Say who it is for'],
    ['VA-59', { recipient_lastname: ' ' }, "Please enter recipient's name", 'Say who it is for'],
    ['VA-60', { recipient_mobile: '' }, "Please enter recipient's mobile", 'Say who it is for'],
    ['VA-61', { mms_template_id: '' }, 'Please select a template', 'Choose a wrapping'],
    ['VA-62', { recipient_message: '' }, "Please enter recipient's message", 'Say who it is for'],
    ['VA-63', { scheduled_delivery: '' }, 'Please select scheduled delivery date', 'Choose a time'],
  ])(
    'enforces %s: names what a gift card with %j lacks and links to the step for it',
    async (_id, change, words, way) => {
      const { page, ground } = await openPreview(change);
      const notice = ground().getByText('Almost there').closest('div');
      expect([...(notice?.querySelectorAll('li') ?? [])].map(({ textContent }) => textContent)).toEqual([words]);
      expect(page.getAllByRole('link').filter(({ textContent }) => textContent === way)).toHaveLength(1);
      expect(page.queryByText('Send the same card to more people')).toBeNull();
    },
  );

  it('lists all missing parts of a card that was just started', async () => {
    const { page } = await openPreview(unfilled);
    expect(page.getByText('Nobody yet')).toBeTruthy();
    expect(page.getByText('No number yet')).toBeTruthy();
    expect(page.getByText('No time yet')).toBeTruthy();
    expect(page.getByText('None yet')).toBeTruthy();
    expect(page.getByRole('link', { name: 'Choose a wrapping' }).getAttribute('href')).toBe(
      `/giftcard/mmstemplates/${KEY}/${KEY}`,
    );
  });

  it('lists no missing parts for a complete card', async () => {
    const { page } = await openPreview();
    expect(page.queryByText('Almost there')).toBeNull();
  });
});

describe('facts of the preview', () => {
  it.each([
    ['Edit who it is for', `/giftcard/add/${KEY}`],
    ['Edit the mobile', `/giftcard/add/${KEY}`],
    ['Edit the wrapping', `/giftcard/mmstemplates/${KEY}/${KEY}`],
    ['Edit when it goes out', `/giftcard/schedule/${KEY}/${KEY}`],
  ])('links "%s" to the step that it names', async (name, to) => {
    const { link } = await openPreview();
    expect(link(name).getAttribute('href')).toBe(to);
  });

  it('shows Deliver To, On Mobile and Wrapping beside a phone with picture and text [RT-28, RT-29, RT-30, RT-31, RT-32]', async () => {
    const { page, box, titles } = await openPreview();
    expect(titles()).toEqual(['Gift Card Preview']);
    const fact = (label: string) => page.getByText(label, { selector: 'dt' }).nextSibling?.textContent;
    expect(['Deliver To', 'On Mobile', 'Wrapping'].map(fact)).toEqual(['Mia Tran', '0491 570 156', 'Birthday cake']);
    const phones = box.querySelectorAll<HTMLElement>('[data-phone]');
    expect(phones).toHaveLength(1);
    const phone = within(phones[0] as HTMLElement);
    expect(phone.getByRole('img', { name: /Happy birthday, Mia!/ })).toBeTruthy();
    expect(phones[0]?.textContent).toMatch(/Something small for your new shelf\..*\/card\//s);
  });

  it('continues to the checkout with a single card [RT-33]', async () => {
    const { link, user, see, address, field, page } = await openPreview();
    expect(page.getByRole('heading', { name: 'Send the same card to more people' })).toBeTruthy();
    expect(() => field(/of person/)).toThrow();
    await user.click(link('Continue'));
    await see('Confirm in');
    expect(address()).toBe('/checkout');
    expect(listRecipients()).toEqual(['Mia 0491570156']);
  });

  it('shows "Now" for a time that has passed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: TUESDAY });
    onTestFinished(() => void vi.useRealTimers());
    const { page, text } = await openPreview({ scheduled_delivery: '2026-01-01 12:00:00' });
    expect(page.getByText('When', { selector: 'dt' }).nextSibling?.textContent).toBe('Now');
    expect(text()).not.toContain('That time has passed');
  });

  it('shows the arrival time in the phone preview, and a clock without am or pm', async () => {
    const { box } = await openPreview({ scheduled_delivery: '2028-11-24 09:30:00' });
    const [clock, stamp] = ['span', 'p'].map((part) => box.querySelector(`[data-phone] ${part}`)?.textContent);
    expect([clock, stamp]).toEqual(['9:30', 'Friday 24 November 2028 9:30\u00a0am']);
  });

  it.each([
    ['Continue', 'in the cart', null, '/checkout'],
    ['Save', 'that is paid', '900000001', '/account/order/900000001'],
  ])('links %s of a saved card %s (order %s) to %s', async (name, _what, order_id, to) => {
    const { link, page } = await openPage({
      url: '/giftcard/sendnoworschedule/7/1',
      shows: 'Deliver To',
      answers: { 'GET mobiledigital/getgiftcarddetailsbyid': { status: true, data: details({ order_id }) } },
    });
    expect(link(name).getAttribute('href')).toBe(to);
    expect(page.queryByText('Send the same card to more people')).toBeNull();
  });

  it('confirms that changes are saved when the customer leaves the last step of a paid card', async () => {
    const { link, see, user } = await openPage({
      url: '/giftcard/sendnoworschedule/7/1',
      shows: 'Deliver To',
      answers: {
        'GET mobiledigital/getgiftcarddetailsbyid': { status: true, data: details({ order_id: '900000001' }) },
        'GET mobiledigital/order': { status: true, data: order() },
      },
    });
    await user.click(link('Save'));
    await see('Saved');
    await see(order().increment_id);
  });
});

describe('additional recipients', () => {
  it('creates a card for each additional person with the message, wrapping and time of the first card', async () => {
    const shop = await openPreview();
    await shop.tap('Add a person');
    await typePerson(shop, 2, { ...omar, recipient_firstname: ' Omar ', recipient_mobile: '0491 570 157' });
    expect(shop.text()).toContain('2 cards, $100');
    await shop.user.dblClick(shop.button('Continue'));
    await shop.see('Confirm in');
    await shop.see('GiftCard x 2');
    expect(shop.box.querySelector('[data-to-pay]')?.textContent).toBe('$100.00 AUD');
    expect(listRecipients()).toEqual(['Mia 0491570156', 'Omar 0491570157']);
    const [first, second] = listGiftCards().map(([, card]) => card);
    expect(second).toEqual({ ...first, ...omar });
    expect(readDraft(KEY).people).toBeUndefined();
  });

  it.each<[string, typeof omar, string]>([
    ['Firstname', { ...omar, recipient_firstname: '' }, 'Please enter a firstname'],
    ['Lastname', { ...omar, recipient_lastname: '' }, 'Please enter a lastname'],
    ['Lastname', { ...omar, recipient_lastname: 'x'.repeat(25) }, 'Lastname must be shorter than 25 characters'],
    ['Mobile', { ...omar, recipient_mobile: '' }, 'Please enter a mobile'],
    ['Mobile', { ...omar, recipient_mobile: '12' }, 'Please enter a valid mobile'],
  ])(
    'adds no person with an invalid %s, focuses the field and clears the error while the customer types',
    async (part, wrongPerson, words) => {
      const shop = await openPreview({}, [wrongPerson]);
      await shop.tap('Continue');
      await waitFor(() => expect(getPersonGroup(shop, 2).getByText(words)).toBeTruthy());
      const input = shop.field(`${part} of person 2`);
      await waitFor(() => expect(document.activeElement).toBe(input));
      expect(listRecipients()).toEqual(['Mia 0491570156']);
      await shop.user.clear(input);
      await shop.user.type(input, part === 'Mobile' ? '0491570157' : 'Omar');
      expect(getPersonGroup(shop, 2).queryByText(words)).toBeNull();
    },
  );

  it('shows an error below a name that cannot be drawn, both while typing and on Continue', async () => {
    const shop = await openPreview({}, [omar, { ...omar, recipient_firstname: 'O' }]);
    const message = 'The picture cannot show 𓀀 yet. Please leave it out';
    const answer = ({ body }: { body: { words: PictureWords } }) => ({
      status: true,
      data: { ...wordsPicture(body.words), not_shown: { to: body.words.to.includes('𓀀') ? ['𓀀'] : [], message: [] } },
    });
    shop.answers['POST mobiledigital/giftcardpicture'] = answer;
    const field = shop.field('Firstname of person 3');
    await shop.user.type(field, '𓀀');
    await waitFor(() => expect(getPersonGroup(shop, 3).getByText(message)).toBeTruthy());
    expect(getPersonGroup(shop, 2).queryByText(message)).toBeNull();
    await shop.user.clear(field);
    await shop.user.type(field, 'Ona');
    expect(getPersonGroup(shop, 3).queryByText(message)).toBeNull();
    await shop.user.type(field, ' 𓀀');
    await shop.user.dblClick(shop.button('Continue'));
    await waitFor(() => expect(getPersonGroup(shop, 3).getByText(message)).toBeTruthy());
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(listRecipients()).toEqual(['Mia 0491570156']);
    await shop.user.clear(field);
    await shop.user.type(field, 'Ona');
    await shop.tap('Continue');
    await shop.see('Confirm in');
    expect(listRecipients()).toEqual(['Mia 0491570156', 'Omar 0491570157', 'Ona 0491570157']);
  });

  it('ignores additional rows that are left empty', async () => {
    const shop = await openPreview({}, [nobody, omar, nobody]);
    expect(shop.text()).toContain('2 cards, $100');
    await shop.tap('Continue');
    await shop.see('Confirm in');
    expect(listRecipients()).toEqual(['Mia 0491570156', 'Omar 0491570157']);
  });

  it.each([
    ['+61491570156', 'Person 1 has this number too and would get two cards.'],
    ['0491570157', 'Person 2 has this number too and would get two cards.'],
  ])('warns about the repeated number %s but accepts it', async (recipient_mobile, words) => {
    const shop = await openPreview({}, [omar, { ...omar, recipient_mobile }]);
    expect(getPersonGroup(shop, 3).getByText(words)).toBeTruthy();
    expect(getPersonGroup(shop, 2).queryByText(/has this number too/)).toBeNull();
    await shop.tap('Continue');
    await shop.see('Confirm in');
    expect(listRecipients()).toHaveLength(3);
  });

  it('removes additional people one by one and restores them in their places with Undo', async () => {
    const priya = { ...omar, recipient_firstname: 'Priya' };
    const shop = await openPreview({}, [omar, priya]);
    await shop.tap('Remove person 2');
    expect(shop.field('Firstname of person 2').value).toBe('Priya');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Undo'));
    await shop.user.type(shop.field('Lastname of person 2'), 's');
    await shop.tap('Undo');
    expect([2, 3].map((number) => shop.field(`Firstname of person ${number}`).value)).toEqual(['Omar', 'Priya']);
    expect(shop.field('Lastname of person 3').value).toBe(`${priya.recipient_lastname}s`);
  });

  it('removes empty rows without offering Undo and keeps the focus in the list', async () => {
    const shop = await openPreview({}, [nobody, nobody]);
    await shop.tap('Remove person 2');
    expect(shop.text()).not.toContain('Undo');
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove person 2'));
    await shop.tap('Remove person 2');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Add a person'));
    expect(shop.link('Continue').getAttribute('href')).toBe('/checkout');
  });

  it('warns when other recipients would read the name of the first recipient', async () => {
    const named = await openPreview({ recipient_message: 'Happy birthday, Mia!' }, [omar]);
    expect(named.text()).toContain('Your message mentions Mia. Everyone will see it.');
  });

  it('shows no warning when the message contains no name', async () => {
    const shop = await openPreview({ recipient_message: 'Happy birthday!' }, [omar]);
    expect(shop.text()).not.toContain('everyone will read them');
  });

  it('allows no more than twenty people in total', async () => {
    const { page, text, tap } = await openPreview(
      {},
      Array.from({ length: 19 }, () => omar),
    );
    expect(page.queryByRole('button', { name: 'Add another person' })).toBeNull();
    expect(text()).toContain('That’s 20 people');
    await tap('Remove person 20');
    expect(page.getByRole('button', { name: 'Add another person' })).toBeTruthy();
  });

  it("adds people from the phone's contacts, filling empty rows first", async () => {
    const select = vi.fn(async () => [
      { name: ['Priya Nair'], tel: ['0491570158'] },
      { name: ['Jack Oliver'], tel: ['0491570159'] },
    ]);
    Object.defineProperty(navigator, 'contacts', { configurable: true, value: { select } });
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'contacts');
    });
    const shop = await openPreview({}, [nobody, omar]);
    await shop.tap('Choose from your contacts');
    await shop.see('4 cards, $200');
    expect([2, 3, 4].map((number) => shop.field(`Firstname of person ${number}`).value)).toEqual([
      'Omar',
      'Priya',
      'Jack',
    ]);
    expect(select.mock.calls).toEqual([[['name', 'tel'], { multiple: true }]]);
  });
});
