import { afterEach, describe, expect, test } from 'vitest';
import { reconcilePendingOrders } from '#server/domain/orders/placing/reconcile-pending-orders.ts';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { machine } from '#test/support/actors.ts';
import { cardOf25, fillCart, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('details deleted and saved anew while their line is being paid on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;
  afterEach(() => shop.close());

  const post = (name: 'deletegiftcarddetailsbycartitemid' | 'savegiftcarddetails', body: object) =>
    shop.send(`POST mobiledigital/${name}`, { token: customer.token, body: body as never });
  const query = async (text: string) => (await shop.context.database.query(text)).rows;

  /** Returns the details that are paid for; those of the other recipient are saved during the bank's challenge. */
  async function payWithOtherDetails(env: Record<string, string>): Promise<number> {
    shop = await openTestShop(kind, { env });
    customer = await signIn(shop.send, shop.phone, '+61412345678');
    const { cartId, detailsIds } = await fillCart(shop.send, customer, [cardOf25]);
    const challenged = await pay(shop.send, customer, 'pm_card_authenticationRequired');
    const client_secret = challenged.body.message?.replace('Authentication Required: ', '');
    const [line] = await query('select cart_item_id as id from gift_card_details');
    await post('deletegiftcarddetailsbycartitemid', { cart_id: cartId, cart_item_id: line.id });
    const recipient = { recipient_firstname: 'Ada', recipient_lastname: 'Ng', recipient_mobile: '0491570157' };
    const words = { recipient_message: 'Hello', text_content: 'For you' };
    const data = JSON.stringify({ ...recipient, ...words, cart_item_id: line.id });
    expect((await post('savegiftcarddetails', { data })).body).toMatchObject({ status: true });
    await shop.app.inject({ method: 'POST', url: '/sandbox/challenge', payload: { client_secret, passed: true } });
    shop.context.clock.moveTo?.(new Date(shop.context.clock.ms() + 120_000));
    return detailsIds[0] ?? 0;
  }
  const status = async () => (await query('select status from orders'))[0]?.status;
  const kept = () => query('select id, recipient_mobile as mobile from gift_card_details where deleted_at is null');

  test('do not stop the order: what was paid for is issued', async () => {
    const id = await payWithOtherDetails({});
    await reconcilePendingOrders(shop.context);
    expect(await status()).toBe('approved');
    expect(await kept()).toEqual([{ id, mobile: '+61491570156' }]);
    expect(await query('select details_id as id from gift_cards')).toEqual([{ id }]);
  });

  test('do not stop the approval of an order that is held, whose own details can be changed', async () => {
    const id = await payWithOtherDetails({ APPROVAL_MAX_TOTAL: '20' });
    await reconcilePendingOrders(shop.context);
    expect([await status(), await kept()]).toEqual(['held', [{ id, mobile: '+61491570156' }]]);
    const [order] = await query('select id from orders');
    expect(await approveHeldOrder(shop.context, { orderId: order.id, actor: machine })).toBe('approved');
    expect(await query('select details_id as id from gift_cards')).toEqual([{ id }]);
  });
});
