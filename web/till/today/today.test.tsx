import { fireEvent, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { emptyDay, redemption, storeEnrolledTill } from '#gallery/fixtures/till.ts';
import { openPage } from '#test/web/customer-page.ts';
import { refuse } from '#test/web/watch-calls.ts';

const DAY = 'GET seller/giftcards/redemptions';
const REVERSE = 'POST seller/giftcards/redemptions/{id}/reverse';

async function openDay(sales: unknown) {
  const till = await openPage({
    url: '/till',
    shows: '',
    session: {},
    before: storeEnrolledTill,
    answers: { [DAY]: sales, [REVERSE]: { redemption: 'gr_2', amount: 12.5, balance: 50, reversed: 12.5 } },
  });
  const [today] = till.page.getAllByRole('button', { name: 'Today' });
  if (today) await till.user.click(today);
  const rows = () =>
    within(till.page.getByRole('list'))
      .getAllByRole('listitem')
      .map((row) => (row.textContent ?? '').replace(/\s+/g, ' '));
  const undos = () => till.page.queryAllByRole('button', { name: /^Undo / }).map((button) => button.ariaLabel);
  const pick = (day: string) => fireEvent.change(till.field('Day'), { target: { value: day } });
  return { ...till, rows, undos, pick };
}

it('refunds only the amount not yet refunded, with the reason, and updates the row', async () => {
  let reversed = 2.5;
  const day = () => ({ ...emptyDay, redemptions: [redemption(2, { reversed }), redemption(3, { last4: 'K9WX' })] });
  const till = await openDay(day);
  await till.see('$2.50 refunded');
  await till.tap('Undo $12.50 of card 2P4D');
  await till.see('Refund $10.00?');
  expect(till.count(REVERSE)).toBe(0);
  reversed = 12.5;
  await till.tap('The goods came back');
  await till.see('$12.50 refunded');
  const reverses = till.sent.filter(({ name }) => name === REVERSE).map(({ parts }) => parts);
  expect(reverses).toMatchObject([{ params: { id: 'gr_2' }, body: { reason: 'brought back' } }]);
  expect(till.rows()[0]).toContain('$12.50 refunded');
  expect(till.rows()[1]).not.toContain('refunded');
  expect(till.undos()).toEqual(['Undo $12.50 of card K9WX']);
});

it('offers undo only for recent, unrefunded sales of this till whose card is still active', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  const till = await openDay({
    ...emptyDay,
    redemptions: [
      redemption(1, { last4: 'SH0P', channel: 'shop', own: false }),
      redemption(1.5, { last4: 'BARR', own: false }),
      redemption(2, { last4: 'BACK', reversed: 12.5 }),
      redemption(3, { last4: 'V01D', card_status: 'void' }),
      redemption(4, { last4: 'EXPD', card_status: 'expired' }),
      redemption(9.99, { last4: 'Y0NG' }),
      redemption(10, { last4: '0LDR' }),
    ],
  });
  await till.see('Card 0LDR');
  expect(till.undos()).toEqual(['Undo $12.50 of card Y0NG']);
});

it('shows the next page of the day below the previous one', async () => {
  const pages = [
    { ...emptyDay, redemptions: [redemption(2), redemption(3, { last4: 'K9WX' })], next_cursor: 'gr_3' },
    { ...emptyDay, redemptions: [redemption(4, { last4: 'M3ZA' })], next_cursor: null },
  ];
  const till = await openDay(() => pages.shift());
  await till.tap('Show more');
  await till.see('Card M3ZA');
  const [{ since } = {}, next] = till.queries(DAY) as { since?: string }[];
  expect(next).toEqual({ since, cursor: 'gr_3' });
  expect(till.rows().map((row) => row.slice(0, 9))).toEqual(['Card 2P4D', 'Card K9WX', 'Card M3ZA']);
  expect(till.page.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('shows where each sale was made, and that totals include all counters and the online shop', async () => {
  const channels = ['till', 'shop', 'api'] as const;
  const till = await openDay({
    ...emptyDay,
    redemptions: channels.map((channel, index) => redemption(index, { channel })),
  });
  await till.see('All counters and the online shop of Tide & KilnRedeemed$0.00');
  for (const [index, place] of ['at the counter', 'in the online shop', 'by till software'].entries())
    expect(till.rows()[index]).toMatch(new RegExp(`[ap]m · ${place}\\$12.50`));
});

it('leaves refunded sales out of the total and the number of sales', async () => {
  const sales = [redemption(2), redemption(3, { reversed: 12.5 })];
  const till = await openDay({ ...emptyDay, redemptions: sales, totals: { taken: 25, given_back: 12.5, count: 1 } });
  await till.see('Redeemed$12.50Sales1Refunded$12.50');
});

it('requests an earlier day from midnight to midnight, and today for an invalid day', async () => {
  const till = await openDay(emptyDay);
  await till.see('No sales yet today');
  till.pick('2026-10-04');
  await till.see('No sales on this day');
  expect(till.titles()).toEqual([expect.stringMatching(/^Sun\W+4 Oct 2026$/)]);
  const midnights = { since: new Date(2026, 9, 4).toISOString(), until: new Date(2026, 9, 5).toISOString() };
  expect(till.queries(DAY).at(-1)).toEqual(midnights);
  for (const invalidDay of ['', '9999-01-01']) {
    till.pick(invalidDay);
    await till.see('No sales yet today');
    expect(till.queries(DAY).at(-1)).not.toHaveProperty('until');
  }
});

it('downloads all sales of the day, including those not on screen yet', async () => {
  const saved: string[][] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push([this.download, ...decodeURIComponent(this.href).split(',\uFEFF')]);
  });
  onTestFinished(() => click.mockRestore());
  const created_at = new Date(2026, 9, 4, 15, 45).toISOString();
  const last = redemption(3, { last4: '12E4', channel: 'shop', reversed: 2.5, created_at });
  const till = await openDay(({ query }: { query: { cursor?: string } }) =>
    query.cursor
      ? { ...emptyDay, redemptions: [last] }
      : { ...emptyDay, redemptions: [redemption(2, { created_at })], next_cursor: 'gr_2' },
  );
  till.pick('2026-10-04');
  await till.see('Card 2P4D');
  await till.tap('Download this day');
  await waitFor(() => expect(saved).toHaveLength(1));
  const [[name, type, text] = []] = saved;
  expect([name, type]).toEqual(['sales-2026-10-04.csv', 'data:text/csv;charset=utf-8']);
  expect(text?.split('\r\n').slice(1)).toEqual([
    '"2026-10-04 15:45","Card 2P4D","12.50","0.00","at the counter",""',
    '"2026-10-04 15:45","Card 12E4","12.50","2.50","in the online shop",""',
    '',
  ]);
  expect(till.rows()).toHaveLength(1);
});

it('shows an error and downloads nothing when a page of the day fails to load', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  onTestFinished(() => click.mockRestore());
  const till = await openDay(({ query }: { query: { cursor?: string } }) =>
    query.cursor ? refuse(500)() : { ...emptyDay, redemptions: [redemption(2)], next_cursor: 'gr_2' },
  );
  await till.see('Card 2P4D');
  await till.tap('Download this day');
  await till.see('Try again');
  expect(click).not.toHaveBeenCalled();
});
