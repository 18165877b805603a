import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Details } from '#contract/gift-cards.ts';
import { type CardInput, cardOf25, fillCart, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

const card: CardInput = {
  ...cardOf25,
  scheduledAt: '2026-11-02 12:00:00',
  message: 'Well done, Mia!',
  text: 'A day out, on me',
};

describe.each(databaseKinds())('gift card details on %s', (kind) => {
  let shop: TestShop;
  let customer: TestCustomer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    customer = await signIn(shop.send, shop.phone, '+61412345678');
  });
  afterEach(() => shop.close());

  async function ofCart(cartId: number): Promise<Details[]> {
    const query = { cart_id: String(cartId) };
    const { body } = await shop.send('GET mobiledigital/getgiftcarddetailsbycart', { token: customer.token, query });
    return JSON.parse(body as unknown as string).data;
  }

  it('keeps recipient, message and template separate for each card of a cart [ST-037, EN-46]', async () => {
    const other = { ...card, to: '0491570157', message: 'Good luck!', text: 'See you soon', templateId: 'birthday' };
    const { cartId, detailsIds } = await fillCart(shop.send, customer, [card, other]);
    const saved = await ofCart(cartId);
    expect(saved.map((row) => row.gift_card_details_id).toSorted()).toEqual(detailsIds.toSorted());
    const person = { recipient_firstname: 'Mia', recipient_lastname: 'Tran', mms_template_id: 'birthday' };
    expect(saved.toSorted((a, b) => a.gift_card_details_id - b.gift_card_details_id)).toMatchObject([
      {
        ...person,
        recipient_mobile: '+61491570156',
        recipient_message: 'Well done, Mia!',
        text_content: 'A day out, on me [gift-card]',
        mms_template_url: expect.stringMatching(/^\/media\//),
      },
      {
        ...person,
        recipient_mobile: '+61491570157',
        recipient_message: 'Good luck!',
        text_content: 'See you soon [gift-card]',
        mms_template_url: expect.stringMatching(/^\/media\//),
      },
    ]);
  });

  it('returns product, price, cart line and purchaser of a gift card [EN-47]', async () => {
    const { cartId } = await fillCart(shop.send, customer, []);
    const option = { option_id: '216', option_value: card.optionValue };
    const product_option = { extension_attributes: { configurable_item_options: [option] } };
    const cartItem = { sku: 'CARD', qty: 1, quote_id: String(cartId), product_type: 'configurable', product_option };
    const added = await shop.send('POST carts/mine/items', { token: customer.token, body: { cartItem } });
    const data = JSON.stringify({
      recipient_firstname: 'Mia',
      recipient_lastname: 'Tran',
      recipient_mobile: '0491570156',
      recipient_message: 'Well done!',
      text_content: 'For you [gift-card]',
      configurable_product_sku: 'CARD-25',
      purchaser_mobile: '+61412345678',
      gift_card_price: 25,
      product_id: card.productId,
      cart_id: cartId,
      cart_item_id: added.body.item_id,
    });
    const saved = await shop.send('POST mobiledigital/savegiftcarddetails', { token: customer.token, body: { data } });
    expect(saved.body.status).toBe(true);
    expect(await ofCart(cartId)).toMatchObject([
      {
        configurable_product_sku: expect.stringMatching(/^CARD-?25$/),
        purchaser_mobile: '+61412345678',
        gift_card_price: 25,
        product_id: card.productId,
        cart_id: cartId,
        cart_item_id: added.body.item_id,
      },
    ]);
  });

  it('keeps the id of details that are saved again, and finds the details by that id [EN-48]', async () => {
    const { cartId, detailsIds } = await fillCart(shop.send, customer, [card]);
    const [savedDetails] = await ofCart(cartId);
    const { gift_card_details_id, send_at, state, mms_template_url, ...fields } = savedDetails as Details;
    const body = { data: JSON.stringify({ ...fields, recipient_message: 'Other words' }) };
    const resaved = await shop.send('POST mobiledigital/savegiftcarddetails', { token: customer.token, body });
    expect(resaved.body).toEqual({ status: true, data: { last_insert_id: detailsIds[0] } });
    const query = { gift_card_details_id: String(detailsIds[0]) };
    const found = await shop.send('GET mobiledigital/getgiftcarddetailsbyid', { token: customer.token, query });
    expect(found.body.data).toMatchObject({ gift_card_details_id: detailsIds[0], recipient_message: 'Other words' });
  });
});
