import { expect, it } from 'vitest';
import { z } from 'zod';
import { flag, id, idOrBlank } from '#contract/shapes/numbers.ts';
import { readInput } from './read-input.ts';

const schema = z.object({
  cartItem: z.object({
    sku: z.string(),
    product_option: z.object({ list: z.array(z.object({ option_id: z.string() })) }).optional(),
  }),
  address_id: id.optional(),
});

it('accepts keys in camelCase and snake_case at every level', () => {
  const item = { sku: 'MUG', productOption: { list: [{ optionId: '93' }] } };
  const whole = { cartItem: { sku: 'MUG', product_option: { list: [{ option_id: '93' }] } }, address_id: 3 };
  expect(readInput(schema, { cart_item: item, addressId: '3' })).toEqual({ data: whole });
  expect(readInput(schema, { addressId: 9, address_id: 3, cartItem: item, cart_item: { sku: 'CUP' } })).toEqual({
    data: whole,
  });
});

it('treats null fields as missing and ignores unknown keys', () => {
  const input = JSON.parse(
    '{"cartItem":{"sku":"MUG","product_option":null,"colour":1,"__proto__":{"x":1}},"address_id":null}',
  );
  expect(readInput(schema, input)).toEqual({ data: { cartItem: { sku: 'MUG' } } });
  expect(readInput(schema, { cartItem: { sku: null } })).toMatchObject({
    code: 'field_required',
    parameters: { fieldName: 'cartItem.sku' },
  });
});

it('reports the name and value of a field with a wrong type', () => {
  expect(readInput(schema, { cartItem: { sku: 'MUG', productOption: { list: 'no' } } })).toMatchObject({
    code: 'invalid_value',
    parameters: { fieldName: 'cartItem.product_option.list', value: 'no' },
  });
  expect(readInput(schema, [])).toMatchObject({ parameters: { fieldName: 'body' } });
});

it.each([true, [], [5], {}, '', ' 5', '0x10', '1e3', '5.0', 1.5, -1, 2_147_483_648, '99999999999', '2147483648'])(
  'rejects %j as an id',
  (value) => {
    expect(id.safeParse(value).success).toBe(false);
  },
);

it('accepts ids and flags as numbers and as text', () => {
  expect([id.parse('7'), id.parse(7), idOrBlank.parse('')]).toEqual([7, 7, undefined]);
  expect([true, '1', 'true', 1, false, '', '0'].map((value) => flag.parse(value))).toEqual([1, 1, 1, 1, 0, 0, 0]);
});
