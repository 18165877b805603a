import { describe, expect, it } from 'vitest';
import { decideOrderOfCart } from './reserve-order.ts';

describe('a cart makes one order', () => {
  const order = { id: 7 };

  it('its first payment writes one', () => {
    const first = { order: null, livePayment: null, fingerprint: 'mug by visa' };
    expect(decideOrderOfCart(first)).toEqual({ action: 'write', declined: null });
  });

  it('a payment after a declined one writes over the same order', () => {
    const next = { order, livePayment: null, fingerprint: 'mug by visa' };
    expect(decideOrderOfCart(next)).toEqual({ action: 'write', declined: order });
  });

  it('the same payment made again goes on with the open attempt', () => {
    const again = { order, livePayment: { fingerprint: 'mug by visa' }, fingerprint: 'mug by visa' };
    expect(decideOrderOfCart(again)).toEqual({ action: 'continue', order });
  });

  it.each(['two mugs by visa', 'mug by amex'])('a payment for %s ends the open attempt first', (fingerprint) => {
    const changed = { order, livePayment: { fingerprint: 'mug by visa' }, fingerprint };
    expect(decideOrderOfCart(changed)).toEqual({ action: 'abandon', order });
  });
});
