/** Category ids are fixed, because products refer to them. */
import type { SeedCategory } from './types.ts';

const branch = (entity_id: number, value: string, ...children: SeedCategory[]): SeedCategory => ({
  entity_id,
  value,
  children,
});

export const categories: SeedCategory[] = [
  branch(
    10,
    'Gift cards',
    branch(12, 'Home and garden'),
    branch(13, 'Coffee and reading'),
    branch(14, 'Out and about'),
  ),
  branch(
    20,
    'Home',
    branch(21, 'Tableware', branch(211, 'Mugs and jugs'), branch(212, 'Bowls and plates')),
    branch(22, 'Linen and wool', branch(221, 'Bed and bath'), branch(222, 'Kitchen and table')),
    branch(23, 'Vases and candles'),
  ),
  branch(30, 'Plants', branch(31, 'Indoor plants'), branch(32, 'Pots and tools')),
  branch(
    40,
    'Books and paper',
    branch(41, 'Grown-up books'),
    branch(42, 'Children’s books'),
    branch(43, 'Paper and bags'),
  ),
  branch(50, 'Coffee', branch(51, 'Beans and chai'), branch(52, 'Brewing')),
  branch(60, 'Bath and body'),
  branch(70, 'Toys'),
  branch(80, 'Outdoors', branch(81, 'To wear'), branch(82, 'To carry and camp')),
];
