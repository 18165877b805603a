import { expect, it } from 'vitest';
import { card, muchSpent } from '#gallery/fixtures/card-page.ts';
import { openPage } from '#test/web/customer-page.ts';
import type { Card } from '#web/shared/gift-cards/card-facts.ts';

async function openHistory(change: Partial<Card>) {
  const { page } = await openPage({
    url: '/card/s3cret',
    shows: 'Tide & Kiln',
    session: {},
    loaded: { card: card(change) },
  });
  return page.getByRole('region', { name: 'History' });
}
const readSqueezedText = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ').trim();

it("lists each change of a card's value in plain words, newest first, with the remaining balance", async () => {
  const history = await openHistory({ balance: 4.25, history: muchSpent });
  const parts = (line: Element) => [...line.querySelectorAll('p')].map(readSqueezedText);
  const lines = [...history.querySelectorAll('li')].map((line) =>
    parts(line)
      .join('|')
      .replace(/\d+ \w+ \d{4}/, ''),
  );
  expect(lines).toEqual([
    'Reserved at Tide & Kiln−$5.00| · at the counter',
    'Spent at Tide & Kiln−$14.00| · in the online shop',
    'Spent at Tide & Kiln−$9.25| · at the counter',
    'Refunded by Tide & Kiln+$3.00|',
    'Back on the card+$8.00|',
    'The payment was reversed−$8.00|',
    'Spent at Tide & Kiln−$8.00| · at the counter',
    'Spent at Tide & Kiln−$12.50| · at the counter',
    'Bought by Wren+$50.00|',
  ]);
  expect(readSqueezedText(history)).toContain('Balance$4.25 AUD');
});

it('collapses all history entries but the latest six', async () => {
  const folded = (await openHistory({ balance: 4.25, history: muchSpent })).querySelector('details');
  expect([folded?.open, folded?.querySelectorAll('li').length]).toEqual([false, 3]);
});

it('collapses nothing when there are few history entries', async () => {
  expect((await openHistory({ balance: 12.4 })).querySelector('details')).toBeNull();
});

it('shows that the purchase of a cancelled card was refunded', async () => {
  const history = readSqueezedText(await openHistory({ state: 'void', balance: 0 }));
  expect(history).toContain('The purchase was refunded');
  expect(history).not.toContain('Balance');
});
