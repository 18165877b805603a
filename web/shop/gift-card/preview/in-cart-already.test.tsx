import { waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { KEY, localGiftCard, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { openPage } from '#test/web/customer-page.ts';
import { openLocalRecipient } from '#test/web/recipient-screen.ts';
import { type Person, saveDraft } from '../../state/gift-card-drafts.ts';
import { type GiftCards, listGiftCards } from '../../state/gift-cards.ts';

const omar = { recipient_firstname: 'Omar', recipient_lastname: 'Haddad', recipient_mobile: '0491570157' };
const priya = { recipient_firstname: 'Priya', recipient_lastname: 'Nair', recipient_mobile: '0491570158' };
const AT = `/giftcard/sendnoworschedule/${KEY}/${KEY}`;
const TWICE = 'Omar Haddad is already in your cart with this number and would get two cards.';

const bothCards = (): GiftCards => ({ ...singleCard(), second: localGiftCard(omar) });
const openPreview = (giftCards: GiftCards, people: Person[] = []) =>
  openPage({
    url: AT,
    shows: 'Deliver To',
    giftCards,
    before: () => (people.length > 0 ? saveDraft(KEY, { people }) : undefined),
  });
type Shop = Awaited<ReturnType<typeof openPreview>>;
const listCardsInCart = ({ page }: Shop) =>
  within(page.getByRole('list', { name: 'Already in your cart' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent?.replace(/\s+/g, ' '));

describe('preview', () => {
  it('lists the people already added when the customer returns from the checkout', async () => {
    const shop = await openPreview(singleCard(), [omar, priya]);
    expect(shop.page.queryByText('Already in your cart')).toBeNull();
    await shop.tap('Continue');
    await shop.see('Confirm in');
    await shop.user.click(await waitFor(() => shop.link(/^Change .* for Mia$/)));
    await waitFor(() => expect(shop.address()).toBe(`/giftcard/add/${KEY}`));
    await shop.user.click(await waitFor(() => shop.link('Preview')));
    await shop.see('Deliver To');
    expect(listCardsInCart(shop)).toEqual(['Omar Haddad 0491 570 157Edit', 'Priya Nair 0491 570 158Edit']);
    expect(shop.text()).toContain('3 cards, $150');
    expect(shop.link('Continue').getAttribute('href')).toBe('/checkout');
    expect(listGiftCards()).toHaveLength(3);
  });

  it('lists the people already added after a reload, with a link to edit each card', async () => {
    const shop = await openPreview(bothCards());
    expect(listCardsInCart(shop)).toEqual(['Omar Haddad 0491 570 157Edit']);
    expect(shop.link('Edit the card for Omar Haddad').getAttribute('href')).toBe('/giftcard/add/second');
  });

  it('shows how many more people from a file a card in the cart is for', async () => {
    const shop = await openPreview({
      ...singleCard(),
      second: localGiftCard({ ...omar, qty: 3, others: [priya, priya] }),
    });
    expect(listCardsInCart(shop)).toEqual(['Omar Haddad 0491 570 157and 2 moreEdit']);
    expect(shop.text()).toContain('4 cards, $200');
  });

  it.each([
    ['another price', localGiftCard({ ...omar, dollars: 25 })],
    ['another product', localGiftCard({ ...omar, tile: 1 })],
    ['no recipient yet', localGiftCard({ recipient_firstname: '', recipient_lastname: '', recipient_mobile: '' })],
  ])('does not treat a card with %s as the same card for another person', async (_what, other) => {
    const { page, text } = await openPreview({ ...singleCard(), second: other });
    expect(page.queryByText('Already in your cart')).toBeNull();
    expect(text()).not.toContain('2 cards');
  });

  it('warns about a person who is added twice, but allows it', async () => {
    const shop = await openPreview(bothCards(), [{ ...omar, recipient_mobile: '+61 491 570 157' }]);
    const person = within(shop.page.getByRole('group', { name: 'Person 2' }));
    expect(person.getByText(TWICE)).toBeTruthy();
    await shop.tap('Continue');
    await shop.see('Confirm in');
    expect(listGiftCards()).toHaveLength(3);
  });
});

it('asks what to do with a file row whose number is already in the cart', async () => {
  const shop = await openPreview(bothCards());
  await shop.tap('Add from a file');
  const input = await waitFor(() => shop.field(/^Choose a file/));
  await shop.user.upload(
    input,
    new File(['name,mobile\nOmar Haddad,0491570157\n'], 'people.csv', { type: 'text/csv' }),
  );
  await shop.see('This number gets the card already.');
});

describe('recipient step', () => {
  it('warns about a number that already gets the same card', async () => {
    const { see, text } = await openPage({
      url: `/giftcard/add/${KEY}`,
      shows: 'Text message',
      giftCards: { ...singleCard(omar), second: localGiftCard(omar) },
    });
    await see(TWICE);
    expect(text()).not.toContain('Their gift arrives on this number.');
  });

  it('shows no warning when no other card in the cart has the number', async () => {
    const { text } = await openLocalRecipient(omar);
    expect(text()).not.toContain('is already in your cart');
  });
});
