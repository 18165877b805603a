import { within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { card } from '#gallery/fixtures/card-page.ts';
import { order } from '#gallery/fixtures/gift-cards.ts';
import { giftCard } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { drawPart } from '#test/web/draw-part.tsx';
import { ContactList } from './contact-list.tsx';

const { tide } = sellers;
const nothing = { phone: null, email: null, site: null, address: null, hours: null };
const listLinks = (box: HTMLElement) =>
  within(box)
    .queryAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

const LINKS = [
  ['08 5550 1234', 'tel:0855501234'],
  ['hello@tide-and-kiln.example', 'mailto:hello@tide-and-kiln.example'],
  ['tide-and-kiln.example', 'https://tide-and-kiln.example/'],
  [
    '12 Slipway Lane, Fremantle WA 6160',
    'https://www.google.com/maps/search/?api=1&query=12%20Slipway%20Lane%2C%20Fremantle%20WA%206160',
  ],
];

describe('seller contact', () => {
  it('sends no referrer from the contact links', () => {
    const { container } = drawPart(<ContactList contact={tide.contact} />);
    expect(listLinks(container)).toEqual(LINKS);
    for (const link of within(container).getAllByRole('link')) {
      expect([link.getAttribute('rel'), link.getAttribute('referrerpolicy')]).toEqual(['noreferrer', 'no-referrer']);
    }
    expect(container.textContent).toContain('Address: 12 Slipway Lane');
    expect(container.textContent).toContain('Opening hours: Thu-Fri 10-4, Sat 9-3');
  });

  it('encodes contact values so that they cannot change what a link does', () => {
    const contact = { ...nothing, phone: '08;x=1', email: 'a@b.example?bcc=c@d.example', site: 'javascript:alert(1)' };
    const { container } = drawPart(<ContactList contact={contact} />);
    expect(listLinks(container).map(([, href]) => href)).toEqual([
      'tel:081',
      'mailto:a@b.example%3Fbcc%3Dc%40d.example',
    ]);
  });

  it('renders the opening hours if they are the only contact detail', () => {
    const { container } = drawPart(<ContactList contact={{ ...nothing, hours: 'Daily 9-5' }} />);
    expect(container.textContent).toBe('Opening hours: Daily 9-5');
  });

  it.each(['phone', 'email', 'site', 'address', 'hours'] as const)(
    'renders a contact that has only the %s, and nothing for an empty contact',
    (part) => {
      const { container } = drawPart(<ContactList contact={{ ...nothing, [part]: tide.contact[part] }} />);
      expect(container.textContent).not.toBe('');
      expect(drawPart(<ContactList contact={nothing} />).container.innerHTML).toBe('');
    },
  );
});

describe('seller contact placement', () => {
  it("shows the seller's contact on the seller page", async () => {
    const { box } = await openPage({
      url: '/sellerprofile/tide-and-kiln',
      shows: 'From Tide & Kiln',
      session: {},
      answers: { 'GET mobiledigital/sellerInformation': { status: true, seller: tide, products: [] } },
    });
    expect(listLinks(box)).toEqual(expect.arrayContaining(LINKS));
  });

  it("shows the seller's contact on a product page", async () => {
    const data = giftCard();
    const { page } = await openPage({
      url: `/product/${data.id}`,
      shows: 'Questions? Ask Tide & Kiln',
      answers: { ...createCartServer([]), 'GET mobiledigital/product': { status: true, data } },
    });
    expect(page.getByRole('link', { name: '08 5550 1234' })).toBeTruthy();
  });

  it("shows the seller's contact on the order page", async () => {
    const data = order();
    const { page } = await openPage({
      url: '/account/order/1',
      shows: 'Questions? Ask Tide & Kiln',
      answers: { 'GET mobiledigital/order': { status: true, data } },
    });
    expect(page.getByRole('link', { name: 'hello@tide-and-kiln.example' })).toBeTruthy();
  });

  it.each([
    ['that can be used', {}],
    ['that has expired', { state: 'expired' as const }],
    ['that was cancelled', { state: 'void' as const }],
  ])("shows the seller's contact once on the page of a card %s", async (_what, change) => {
    const { page } = await openPage({
      url: '/card/s3cret',
      shows: 'Tide & Kiln',
      session: {},
      loaded: { card: card(change), onApple: false },
      answers: { 'POST mobiledigital/cardopened': { status: true } },
    });
    expect(page.getAllByRole('link', { name: '08 5550 1234' })).toHaveLength(1);
  });
});
