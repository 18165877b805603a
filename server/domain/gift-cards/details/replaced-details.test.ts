import { afterEach, describe, expect, it } from 'vitest';
import { reconcilePendingOrders } from '#server/domain/orders/placing/reconcile-pending-orders.ts';
import { approveHeldOrder } from '#server/domain/orders/review/review-orders.ts';
import { machine } from '#test/support/actors.ts';
import { RECIPIENT } from '#test/support/customer.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('details replaced while their line is being paid on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  afterEach(() => shop.close());

  const post = (name: 'deletegiftcarddetailsbycartitemid' | 'savegiftcarddetails', body: object) =>
    shop.send(`POST mobiledigital/${name}`, { token: wren.token, body: body as never });

  async function payWithOtherDetails(env: Record<string, string>): Promise<number> {
    shop = await openTestShop(kind, { env });
    wren = await shop.customer();
    const { cartId, detailsIds } = await wren.fillCart();
    const challenged = await wren.pay('pm_card_authenticationRequired', { cc_save: true });
    const client_secret = challenged.body.message?.replace('Authentication Required: ', '');
    const { cartItemId } = await shop.stored.one('giftCardDetails');
    await post('deletegiftcarddetailsbycartitemid', { cart_id: cartId, cart_item_id: cartItemId });
    const recipient = { recipient_firstname: 'Ada', recipient_lastname: 'Ng', recipient_mobile: '0491570157' };
    const words = { recipient_message: 'Hello', text_content: 'For you' };
    const data = JSON.stringify({ ...recipient, ...words, cart_item_id: cartItemId });
    expect((await post('savegiftcarddetails', { data })).body).toMatchObject({ status: true });
    await shop.app.inject({ method: 'POST', url: '/sandbox/challenge', payload: { client_secret, passed: true } });
    shop.wait(120_000);
    return detailsIds[0] ?? 0;
  }
  const status = async () => (await shop.stored.one('orders')).status;
  const readKept = async () =>
    (await shop.stored.all('giftCardDetails', { deletedAt: null })).map(({ id, recipientMobile }) => [
      id,
      recipientMobile,
    ]);
  const issued = async () => (await shop.cards()).map(({ detailsId }) => detailsId);

  it('issues the card with the details that were paid for', async () => {
    const id = await payWithOtherDetails({});
    await reconcilePendingOrders(shop.context);
    expect(await status()).toBe('approved');
    expect(await readKept()).toEqual([[id, RECIPIENT]]);
    expect(await issued()).toEqual([id]);
  });

  it('keeps the paid details in a held order and issues the card with them on approval', async () => {
    const id = await payWithOtherDetails({ APPROVAL_MAX_TOTAL: '20' });
    await reconcilePendingOrders(shop.context);
    expect([await status(), await readKept()]).toEqual(['held', [[id, RECIPIENT]]]);
    const { id: orderId } = await shop.stored.one('orders');
    expect(await approveHeldOrder(shop.context, { orderId, actor: machine })).toBe('approved');
    expect(await issued()).toEqual([id]);
  });
});
