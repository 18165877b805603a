import { describe, expect, it } from 'vitest';
import {
  chooseParcelsToSend,
  countUnsentPieces,
  type LineParcel,
  refundedQty,
  resolveShipmentContents,
  resolveShipmentSeller,
  type ShippableLine,
} from './shipment-rules.ts';

const line = (orderLineId: number, change: Partial<ShippableLine> = {}): ShippableLine => ({
  orderLineId,
  sellerId: 1,
  shopUrl: 'tide',
  qty: 3,
  totalCents: 3_000,
  isGiftcard: false,
  refunds: [],
  parcels: [],
  ...change,
});
const lines = [line(1), line(2, { qty: 1 }), line(3, { isGiftcard: true, qty: 1 })];
const other = line(4, { sellerId: 2, shopUrl: 'lane' });

const hour = (hours: number) => new Date(Date.UTC(2026, 10, 2, hours));
const parcel = (state: LineParcel['state'], qty: number, { shipmentId = 7, packed = 1 } = {}): LineParcel => ({
  shipmentId,
  state,
  qty,
  packedAt: hour(packed),
});
const refund = (qty: number, cents: number, hours = 2) => ({ qty, cents, refundedAt: hour(hours) });

describe('seller of a shipment', () => {
  it("infers the seller of a shipment if only one seller has products, otherwise requires the seller's name", () => {
    expect(resolveShipmentSeller(lines, { lines: [] })).toBe(1);
    expect(resolveShipmentSeller([...lines, other], { lines: [] })).toMatchObject({
      code: 'seller_needed',
      parameters: ['tide, lane'],
    });
    expect(resolveShipmentSeller([...lines, other], { seller: 'lane', lines: [] })).toBe(2);
    expect(resolveShipmentSeller([...lines, other], { lines: [{ orderLineId: 4 }] })).toBe(2);
  });

  it('asks for the seller if the named seller has no products in the order', () => {
    expect(resolveShipmentSeller(lines, { seller: 'lane', lines: [] })).toMatchObject({ code: 'seller_needed' });
    expect(resolveShipmentSeller([line(3, { isGiftcard: true })], { lines: [] })).toMatchObject({
      code: 'nothing_to_ship',
    });
  });
});

describe('unsent items of an order line with quantity three', () => {
  const countUnsent = (change: Partial<ShippableLine>) => {
    const { toPack, packed } = countUnsentPieces(line(1, change));
    return [toPack, packed.map(({ refunded }) => refunded)];
  };
  it.each<[string, Partial<ShippableLine>, number, number[]]>([
    ['all without parcels or refunds', {}, 3, []],
    ['only those not yet in a parcel', { parcels: [parcel('sent', 1)] }, 2, []],
    ['only those not refunded', { refunds: [refund(1, 1_000)] }, 2, []],
    ['none once the whole price is refunded', { refunds: [refund(0, 1_000), refund(0, 2_000)] }, 0, []],
    ['all after a partial refund without a quantity', { refunds: [refund(0, 2_999)] }, 3, []],
    ['all of a free line', { totalCents: 0 }, 3, []],
    [
      'none if more items were refunded than are left',
      { parcels: [parcel('sent', 2)], refunds: [refund(2, 2_000)] },
      0,
      [],
    ],
    [
      'a refund covers the unpacked piece, not a packed one',
      { parcels: [parcel('packed', 2)], refunds: [refund(1, 1_000)] },
      0,
      [0],
    ],
    [
      'a refund of two covers the unpacked and one packed piece',
      { parcels: [parcel('packed', 2)], refunds: [refund(2, 2_000)] },
      0,
      [1],
    ],
    [
      'a refund does not cover items packed after it',
      { parcels: [parcel('packed', 3, { packed: 3 })], refunds: [refund(3, 3_000)] },
      0,
      [0],
    ],
    [
      'a refund covers the newest parcel first',
      { parcels: [parcel('packed', 1), parcel('packed', 2, { shipmentId: 8 })], refunds: [refund(2, 2_000)] },
      0,
      [2, 0],
    ],
  ])('counts the unsent items of an order line: %s', (_what, change, toPack, refunded) => {
    expect(countUnsent(change)).toEqual([toPack, refunded]);
  });

  it('counts no more refunded items than were sold', () => {
    expect(refundedQty(line(1, { refunds: [refund(2, 2_000), refund(2, 1_000)] }))).toBe(3);
  });
});

describe('contents of a shipment', () => {
  const contents = (change: Partial<ShippableLine>, wantedLines: { orderLineId: number; qty?: number }[] = []) =>
    resolveShipmentContents({ lines: [line(1, change), ...lines.slice(1)], sellerId: 1 }, { lines: wantedLines });
  const two = { parcels: [parcel('sent', 2)] };

  it('ships everything that earlier shipments left out, except gift cards', () => {
    expect(contents(two)).toEqual([
      { orderLineId: 1, qty: 1 },
      { orderLineId: 2, qty: 1 },
    ]);
  });

  it('omits refunded items from a shipment unless the request names their order line', () => {
    const refunded = { ...two, refunds: [refund(1, 1_000)] };
    expect(contents(refunded)).toEqual([{ orderLineId: 2, qty: 1 }]);
    expect(contents(refunded, [{ orderLineId: 1 }])).toEqual([{ orderLineId: 1, qty: 1 }]);
  });

  it('ships only the named order lines, up to a given quantity', () => {
    expect(contents({}, [{ orderLineId: 1, qty: 2 }])).toEqual([{ orderLineId: 1, qty: 2 }]);
    expect(contents({}, [{ orderLineId: 1 }])).toEqual([{ orderLineId: 1, qty: 3 }]);
  });

  it.each([
    [{ orderLineId: 1, qty: 2 }, [1, 1]],
    [{ orderLineId: 3 }, [3, 0]],
    [{ orderLineId: 4 }, [4, 0]],
  ])('rejects a line that asks for more items than are left: %j', (wantedLine, parameters) => {
    expect(contents(two, [wantedLine])).toMatchObject({ code: 'line_not_shippable', parameters });
  });

  it('rejects an order line that is named twice', () => {
    const wantedLine = { orderLineId: 1, qty: 1 };
    expect(contents({}, [wantedLine, wantedLine])).toMatchObject({ code: 'line_not_shippable', parameters: [1, 0] });
  });

  it('reports an error when nothing is left to ship', () => {
    const sentLine = line(1, { parcels: [parcel('sent', 3)] });
    expect(resolveShipmentContents({ lines: [sentLine], sellerId: 1 }, { lines: [] })).toMatchObject({
      code: 'nothing_to_ship',
    });
  });
});

describe('parcels to send', () => {
  const send = (change: Partial<ShippableLine>, wantedLines: { orderLineId: number; qty?: number }[] = []) =>
    chooseParcelsToSend({ lines: [line(1, change)], sellerId: 1 }, { lines: wantedLines });
  const refunded = { parcels: [parcel('packed', 3)], refunds: [refund(3, 3_000)] };

  it('sends packed parcels if there are any, otherwise a new parcel if items are left, otherwise nothing', () => {
    expect(send({ parcels: [parcel('packed', 1)] })).toEqual({ packed: [7], contents: [] });
    expect(send({})).toEqual({ packed: [], contents: [{ orderLineId: 1, qty: 3 }] });
    expect(send({ parcels: [parcel('sent', 3)] })).toEqual({ packed: [], contents: [] });
  });

  it('skips fully refunded parcels unless their order line is named', () => {
    expect(send(refunded)).toMatchObject({ code: 'parcel_refunded', parameters: ['--line 1'] });
    expect(send(refunded, [{ orderLineId: 1 }])).toEqual({ packed: [7], contents: [] });
    expect(send(refunded, [{ orderLineId: 1, qty: 3 }])).toMatchObject({ code: 'line_not_shippable' });
    const both = { parcels: [parcel('packed', 1, { shipmentId: 6 }), ...refunded.parcels], qty: 4, totalCents: 4_000 };
    expect(send({ ...refunded, ...both })).toEqual({ packed: [6], contents: [] });
  });

  it('skips a parcel that also contains other lines when only one line is named', () => {
    const all = [line(1, refunded), line(2, { qty: 1, parcels: [parcel('packed', 1)] })];
    expect(chooseParcelsToSend({ lines: all, sellerId: 1 }, { lines: [{ orderLineId: 1 }] })).toMatchObject({
      code: 'line_not_shippable',
    });
    expect(chooseParcelsToSend({ lines: all, sellerId: 1 }, { lines: [] })).toEqual({ packed: [7], contents: [] });
  });
});
