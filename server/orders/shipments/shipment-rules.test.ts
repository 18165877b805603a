import { describe, expect, test } from 'vitest';
import { type ShippableLine, sellerOfShipment, shipmentContents } from './shipment-rules.ts';

const line = (orderLineId: number, change: Partial<ShippableLine> = {}): ShippableLine => ({
  ...{ orderLineId, sellerId: 1, shopUrl: 'tide', qty: 3, isGiftcard: false },
  ...change,
});
const lines = [line(1), line(2, { qty: 1 }), line(3, { isGiftcard: true, qty: 1 })];
const other = line(4, { sellerId: 2, shopUrl: 'lane' });

describe('whose products are sent', () => {
  test('the only seller of products needs no name, several do', () => {
    expect(sellerOfShipment(lines, { lines: [] })).toBe(1);
    expect(sellerOfShipment([...lines, other], { lines: [] })).toMatchObject({
      code: 'seller_needed',
      parameters: ['tide, lane'],
    });
    expect(sellerOfShipment([...lines, other], { seller: 'lane', lines: [] })).toBe(2);
    expect(sellerOfShipment([...lines, other], { lines: [{ orderLineId: 4 }] })).toBe(2);
  });

  test('a seller without products is asked for again; an order of gift cards has nothing to send', () => {
    expect(sellerOfShipment(lines, { seller: 'lane', lines: [] })).toMatchObject({ code: 'seller_needed' });
    expect(sellerOfShipment([line(3, { isGiftcard: true })], { lines: [] })).toMatchObject({ code: 'nothing_to_ship' });
  });
});

describe('what is in a shipment', () => {
  const of = (shipped: { orderLineId: number; qty: number }[]) => ({ lines, sellerId: 1, shipped });

  test('all that earlier ones left, and no gift card', () => {
    expect(shipmentContents(of([{ orderLineId: 1, qty: 2 }]), { lines: [] })).toEqual([
      { orderLineId: 1, qty: 1 },
      { orderLineId: 2, qty: 1 },
    ]);
  });

  test('the lines that are named, in part where a quantity is', () => {
    expect(shipmentContents(of([]), { lines: [{ orderLineId: 1, qty: 2 }] })).toEqual([{ orderLineId: 1, qty: 2 }]);
    expect(shipmentContents(of([]), { lines: [{ orderLineId: 1 }] })).toEqual([{ orderLineId: 1, qty: 3 }]);
  });

  test.each([
    [{ orderLineId: 1, qty: 2 }, [1, 1]],
    [{ orderLineId: 3 }, [3, 0]],
    [{ orderLineId: 4 }, [4, 0]],
  ])('never more than is left: %j', (wanted, parameters) => {
    const shipped = [{ orderLineId: 1, qty: 2 }];
    expect(shipmentContents(of(shipped), { lines: [wanted] })).toMatchObject({
      code: 'line_not_shippable',
      parameters,
    });
  });

  test('no line twice', () => {
    const wanted = { orderLineId: 1, qty: 1 };
    expect(shipmentContents(of([]), { lines: [wanted, wanted] })).toMatchObject({
      code: 'line_not_shippable',
      parameters: [1, 0],
    });
  });

  test('nothing left is said', () => {
    const shipped = lines.map(({ orderLineId, qty }) => ({ orderLineId, qty }));
    expect(shipmentContents(of(shipped), { lines: [] })).toMatchObject({ code: 'nothing_to_ship' });
  });
});
