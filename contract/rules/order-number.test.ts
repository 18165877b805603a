import { expect, it } from 'vitest';
import { readOrderId, readOrderNumber, toIncrementId } from './order-number.ts';

it('formats order numbers with nine digits, so that they differ from ids', () => {
  expect(toIncrementId(1)).toBe('000000001');
  expect(readOrderId('000000001')).toEqual({ number: 1 });
  expect(readOrderId('1')).toEqual({ id: 1 });
  for (const text of ['', 'abc', '-1', '1.5', '0000000001']) expect(readOrderId(text)).toBeNull();
});

it('parses order numbers typed by operators with or without leading zeros', () => {
  for (const text of ['12', '000000012', ' 0012 ', '0000000012']) expect(readOrderNumber(text)).toBe(12);
  expect(readOrderNumber('999999999')).toBe(999_999_999);
  for (const text of ['', '0', '000000000', '-1', '1.5', '1e3', '#12', '1234567890', 'twelve'])
    expect(readOrderNumber(text)).toBeNull();
});
