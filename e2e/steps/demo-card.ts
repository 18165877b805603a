import type { CardInput, TestCustomer } from '#test/support/customer.ts';
import type { Send } from '#test/support/shop.ts';

export async function prepareDemoCard(
  send: Send,
  { token }: TestCustomer,
  delivery: Pick<CardInput, 'scheduledAt' | 'zone' | 'to'>,
): Promise<CardInput> {
  const tile = await findFirstGiftCard(send);
  const { body } = await send('GET mobiledigital/product', { query: { product_id: tile.id } });
  const variant = body.data?.configurable_products.find(({ qty }) => qty > 0);
  const templates = await send('GET mobiledigital/getgiftcardmmstemplates', { token, query: { product_id: tile.id } });
  const template = templates.body.data[0];
  if (!variant?.options.gift_card_price || !template) throw new Error(`Gift card ${tile.sku} cannot be bought.`);
  return {
    productId: tile.id,
    sku: tile.sku,
    optionValue: variant.options.gift_card_price,
    price: variant.price,
    templateId: template.mms_template_id,
    ...delivery,
  };
}

async function findFirstGiftCard(send: Send) {
  for (let page = 1; page < 20; page += 1) {
    const { body: list } = await send('GET mobiledigital/browseProducts', { query: { page } });
    const giftCard = list.data.find((product) => product.is_giftcard);
    if (giftCard) return giftCard;
  }
  throw new Error('The shop has no gift card.');
}
