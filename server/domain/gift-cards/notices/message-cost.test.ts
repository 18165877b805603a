import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ordersCommand } from '#server/commands/decide-orders.ts';
import { AT_ONCE } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('message costs of an order on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  let detailsId: number;
  beforeEach(async () => {
    shop = await openTestShop(kind, { env: { MESSAGE_PRICE: '8', MESSAGE_PICTURE_PRICE: '30' } });
    wren = await shop.customer();
    [detailsId = 0] = (await wren.buyCards([{ scheduledAt: AT_ONCE }])).detailsIds;
  });
  afterEach(() => shop.close());
  const showOrder = async (number = '000000001') =>
    (await giveCommand(shop.context, ordersCommand, 'show', number)).output;

  it("shows an order's message costs, counting only messages that a carrier accepted", async () => {
    expect((await showOrder()).join('\n')).not.toContain('Messages');
    await shop.deliver();
    expect((await showOrder()).at(-1)).toBe('Messages: 1 picture, 1 text in 1 part, about $0.38');
    await shop.moveTo(minutesAfterOpening(6));
    await wren.resend(detailsId);
    await shop.deliver();
    expect((await showOrder()).at(-1)).toBe('Messages: 2 pictures, 2 texts in 2 parts, about $0.76');
  });

  it("excludes the messages of other orders from an order's message costs", async () => {
    const [first] = await shop.cards();
    await wren.buyCards([{ scheduledAt: AT_ONCE, to: '0491570157' }]);
    await shop.deliver(first?.id);
    expect((await showOrder('000000002')).join('\n')).not.toContain('Messages');
  });

  it('shows no cost when the operator has set no message prices', async () => {
    Object.assign(shop.context.settings, { MESSAGE_PRICE: 0, MESSAGE_PICTURE_PRICE: 0 });
    await shop.deliver();
    expect((await showOrder()).at(-1)).toBe('Messages: 1 picture, 1 text in 1 part');
  });
});
