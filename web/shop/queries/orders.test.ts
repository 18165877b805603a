import { expect, it } from 'vitest';
import { ordersQuery } from './orders.ts';

type Page = Parameters<typeof ordersQuery.getNextPageParam>[0];

const page = (numbers: string[], hasMore?: boolean): Page => ({
  status: true,
  orders: numbers.map((increment_id) => ({ increment_id })) as Page['orders'],
  ...(hasMore === undefined ? {} : { more: hasMore }),
});

it('requests the orders before the last one shown, but only if the server has more [AC-42]', () => {
  const next = (last: Page) => ordersQuery.getNextPageParam(last, [last], '', ['']);
  expect(next(page(['000000009', '000000008'], true))).toBe('000000008');
  expect(next(page(['000000002', '000000001']))).toBeUndefined();
  expect(next(page([]))).toBeUndefined();
});
