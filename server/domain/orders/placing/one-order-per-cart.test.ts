import { describe, expect, it } from 'vitest';
import { decideOrderOfCart } from './reserve-order.ts';

describe('decideOrderOfCart', () => {
  const order = { id: 7 };

  it('writes the order for the first payment', () => {
    const first = { order: null, livePayment: null, fingerprint: 'mug by visa' };
    expect(decideOrderOfCart(first)).toEqual({ action: 'write', reused: null });
  });

  it('overwrites the same order after a declined payment', () => {
    const next = { order, livePayment: null, fingerprint: 'mug by visa' };
    expect(decideOrderOfCart(next)).toEqual({ action: 'write', reused: order });
  });

  it('continues the open attempt when the same payment is repeated', () => {
    const repeated = { order, livePayment: { fingerprint: 'mug by visa' }, fingerprint: 'mug by visa' };
    expect(decideOrderOfCart(repeated)).toEqual({ action: 'continue', order });
  });

  it.each(['two mugs by visa', 'mug by amex'])(
    'ends the open attempt before starting a payment for %s',
    (fingerprint) => {
      const changed = { order, livePayment: { fingerprint: 'mug by visa' }, fingerprint };
      expect(decideOrderOfCart(changed)).toEqual({ action: 'abandon', order });
    },
  );
});
