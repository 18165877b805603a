import { expect, it } from 'vitest';
import { applyBasisPoints, COMMISSION_BP, SERVICE_FEE_BP } from './settlement-rates.ts';

it('computes 3.1 % commission and 2.9 % service fee, rounding half a cent up [LG-21]', () => {
  expect([applyBasisPoints(10_000, COMMISSION_BP), applyBasisPoints(10_000, SERVICE_FEE_BP)]).toEqual([310, 290]);
  expect(applyBasisPoints(50, COMMISSION_BP)).toBe(2);
  expect(applyBasisPoints(48, COMMISSION_BP)).toBe(1);
  expect(applyBasisPoints(5_000, 1)).toBe(1);
  expect(applyBasisPoints(4_999, 1)).toBe(0);
  expect(applyBasisPoints(0, COMMISSION_BP)).toBe(0);
});
