import { beforeEach, expect, it } from 'vitest';
import { fakeStorage } from '#test/web/fake-storage.ts';
import { clearSession, endOverdueSession, signIn, useSession } from '../../session/session.ts';
import { setPlacedOrder, usePlacedOrder } from './placed-order.ts';

const answer = { status: true, existing_user: true, mobile: '+61412345678', token: 'bearer' };

beforeEach(() => {
  fakeStorage();
  useSession.setState(useSession.getInitialState(), true);
  signIn(answer, { now: 0 });
  setPlacedOrder({
    order: { cartId: 1, orderId: 1, success: null },
    keys: ['a-key'],
  });
});

it.each([{}, { expired: true }])('forgets the placed order when the session is cleared with %o [ST-010]', (options) => {
  clearSession(options);
  expect(usePlacedOrder.getState().placed).toBeNull();
});

it('keeps the placed order on screen when the session expires', () => {
  endOverdueSession(10_000_000);
  expect(usePlacedOrder.getState().placed?.keys).toEqual(['a-key']);
});
