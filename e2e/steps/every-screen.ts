import type { Category } from '#contract/catalogue.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import { prepareDemoCard } from './demo-card.ts';
import { createLocalCard } from './local-card.ts';
import type { RunningServer } from './server.ts';
import { type Session, signInCustomer } from './signed-in.ts';

const complete = 'aaaaaaaa-0000-4000-8000-000000000001';
const incomplete = 'aaaaaaaa-0000-4000-8000-000000000002';

export type EveryScreen = {
  customer: Session;
  giftCards: Record<string, object>;
  paths: Record<string, string>;
};

export async function fillEveryScreen(server: RunningServer): Promise<EveryScreen> {
  const customer = await signInCustomer(server);
  const cardInput = await prepareDemoCard(server.send, customer, {
    scheduledAt: '2026-11-02 12:00:00',
    zone: 'Australia/Sydney',
    to: '0491570157',
  });
  await fillCart(server.send, customer, [cardInput]);
  await pay(server.send, customer, 'pm_card_visa');
  const card = (isComplete: boolean) =>
    createLocalCard(server.send, customer, { scheduledAt: '2026-11-20 09:30:00', complete: isComplete });
  return {
    customer,
    giftCards: { [complete]: await card(true), [incomplete]: await card(false) },
    paths: {
      browse: '/browse',
      category: await findCategoryPath(server),
      product: `/product/${cardInput.productId}`,
      goods: await findGoodsPath(server),
      recipient: `/giftcard/add/${complete}`,
      templates: `/giftcard/mmstemplates/${complete}/${complete}`,
      schedule: `/giftcard/schedule/${complete}/${complete}`,
      preview: `/giftcard/sendnoworschedule/${complete}/${complete}`,
      checkout: '/checkout',
      orders: '/account/orders',
      order: '/account/order/1',
      phone: '/phone?to=%2B61491570157',
      card: await waitForCardPath(server),
    },
  };
}
async function findCategoryPath(server: RunningServer): Promise<string> {
  const { body } = await server.send('GET mobiledigital/categories');
  const [first] = body.data as Category[];
  return `/category/${first?.entity_id}`;
}

async function findGoodsPath(server: RunningServer): Promise<string> {
  for (let page = 1; page < 10; page += 1) {
    const { body } = await server.send('GET mobiledigital/browseProducts', { query: { page } });
    const goods = body.data.find((tile) => !tile.is_giftcard && tile.type_id === 'configurable');
    if (goods) return `/product/${goods.id}`;
  }
  throw new Error('The shop has no goods.');
}

async function waitForCardPath(server: RunningServer): Promise<string> {
  for (let tries = 0; tries < 150; tries += 1) {
    const text = (await server.phone('+61491570157')).find((message) => message.kind === 'sms');
    if (text) return new URL(/http\S+/.exec(text.text)?.[0] ?? '').pathname;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The gift card did not arrive.');
}
