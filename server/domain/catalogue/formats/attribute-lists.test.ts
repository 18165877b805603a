import { describe, expect, it } from 'vitest';
import { formatAttributes, readVariations } from './attribute-lists.ts';
import { parsePossibleDays } from './reduced-price.ts';

const sku = (value: string) => ({ name: 'sku', value });
const wood = (value: string) => ({ name: 'wood', value });
const size = (value: string) => ({ name: 'size', value });

describe('Magento variations without escaping', () => {
  it.each([
    ['a comma', 'sku=A,wood=Oak, oiled,size=S|sku=B,wood=Elm,size=S', ['Oak, oiled', 'Elm']],
    ['an equals sign', 'sku=A,wood=Oak=hard,size=S|sku=B,wood=Elm,size=S', ['Oak=hard', 'Elm']],
    [
      'text that looks like an attribute',
      'sku=A,wood=Oak,tone=dark,size=S|sku=B,wood=Elm,size=S',
      ['Oak,tone=dark', 'Elm'],
    ],
    ["the attribute's own name", 'sku=A,wood=Oak,wood=dark,size=S|sku=B,wood=Elm,size=S', ['Oak,wood=dark', 'Elm']],
    ['a bar', 'sku=A,wood=Oak|Elm,size=S|sku=B,wood=Elm,size=S', ['Oak|Elm', 'Elm']],
    [
      'text that looks like a variation',
      'sku=A,wood=Oak|sku=dark,size=S|sku=B,wood=Elm,size=S',
      ['Oak|sku=dark', 'Elm'],
    ],
    ['an inch mark', 'sku=A,wood=Oak 2",size=S|sku=B,wood=Elm,size=S', ['Oak 2"', 'Elm']],
  ])('keeps %s inside an attribute value when splitting variations', (_, text, [first = '', second = '']) => {
    const read = [
      [sku('A'), wood(first), size('S')],
      [sku('B'), wood(second), size('S')],
    ];
    expect(readVariations(text, ['wood', 'size'])).toEqual(read);
    const our = read.map((list) => formatAttributes(list)).join('|');
    expect(readVariations(our, ['wood', 'size'])).toEqual(read);
  });

  it('treats only names shared by all variations as attributes when there are no labels', () => {
    expect(readVariations('sku=A,wood=Oak,tone=dark|sku=B,wood=Elm')).toEqual([
      [sku('A'), wood('Oak,tone=dark')],
      [sku('B'), wood('Elm')],
    ]);
    expect(readVariations('sku=A,wood=Oak,size=S|sku=B,wood=Elm,size=L', ['wood'])?.[1]).toEqual([
      sku('B'),
      wood('Elm'),
      size('L'),
    ]);
  });

  it('returns null for text that is not a list of variations', () => {
    expect(readVariations('red')).toBeNull();
  });
});

it.each([
  ['2026-11-30', ['2026-11-30']],
  ['2026-11-30 00:00:00', ['2026-11-30']],
  ['11/30/26', ['2026-11-30']],
  ['30/11/2026, 12:00 am', ['2026-11-30']],
  ['3/4/26', ['2026-03-04', '2026-04-03']],
  ['4/4/26', ['2026-04-04']],
  ['2026-02-30', []],
  ['31/31/26', []],
  ['soon', []],
])('reads the date %s as every day it can mean: %j', (text, days) => expect(parsePossibleDays(text)).toEqual(days));
