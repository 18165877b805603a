import type { AnswerOf } from '#contract/calls.ts';
import type { Send } from '#test/support/shop.ts';
import { prepareDemoCard } from './demo-card.ts';
import type { Session } from './signed-in.ts';

type Product = NonNullable<AnswerOf<'GET mobiledigital/product'>['data']>;

export async function createLocalCard(
  send: Send,
  session: Session,
  card: { scheduledAt: string; complete: boolean },
): Promise<Record<string, unknown>> {
  const cardInput = await prepareDemoCard(send, session, {
    scheduledAt: card.scheduledAt,
    zone: 'Australia/Sydney',
    to: '0491570156',
  });
  const { body } = await send('GET mobiledigital/product', { query: { product_id: cardInput.productId } });
  const product = body.data as Product;
  const templates = await send('GET mobiledigital/getgiftcardmmstemplates', {
    token: session.token,
    query: { product_id: cardInput.productId },
  });
  const [template] = templates.body.data;
  const person = card.complete
    ? { recipient_firstname: 'Mia', recipient_lastname: 'Tran', recipient_mobile: '0491570156' }
    : { recipient_firstname: '', recipient_lastname: '', recipient_mobile: '' };
  return {
    ...person,
    id: product.id,
    sku: product.sku,
    configurable_product_sku: product.configurable_products[0]?.sku,
    price: cardInput.price,
    name: product.name,
    images: product.images,
    picture: product.picture,
    qty: 1,
    product_type: 'configurable',
    is_giftcard: true,
    short_desc: product.short_desc,
    options: product.options.filter((option) => option.value_index === cardInput.optionValue),
    product_option: {
      extension_attributes: { configurable_item_options: [{ option_id: '216', option_value: cardInput.optionValue }] },
    },
    recipient_message: 'Happy birthday, Mia!',
    text_content: 'Something small for your new shelf. [gift-card]',
    scheduled_delivery: card.scheduledAt,
    timezone: 'Australia/Sydney',
    mms_template_id: template?.mms_template_id ?? '',
    click2_giftcard_mms_template_id: template?.id ?? null,
    mms_template_url: template?.mms_template_url ?? '',
    pass_id: '',
    cart_id: null,
    cart_item_id: null,
  };
}
