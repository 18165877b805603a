import { waitFor } from '@testing-library/react';
import type { CardOnCart, OwnCard } from '#contract/cart/gift-card-tender.ts';
import { line } from '#gallery/fixtures/customer.ts';
import { novel } from '#gallery/fixtures/products.ts';
import { onCart, ownCard, tenders } from '#gallery/fixtures/spending.ts';
import { openCheckout, PAY } from './checkout-screen.ts';
import type { Received } from './fake-server.ts';
import type { CallAnswers } from './watch-calls.ts';

export const TENDERS = 'GET carts/mine/giftCards';
export const PUT = 'POST carts/mine/giftCards';
export const OFF = 'DELETE carts/mine/giftCards/{code}';
export const OWN = 'GET mobiledigital/giftcards';
export const WHOLE = 43.99;
export const [smaller, larger] = [ownCard(), ownCard({ id: 2, value: 60, from: 'Omar' })];
type Body = { giftCardAccountData: { gift_cards: string[]; extension_attributes?: { pin?: string; first?: boolean } } };

/** Simulates a server where gift cards can pay for a cart. `whole`: the amount to pay, in dollars. */
export function createTenderServer(ownCards: OwnCard[], { appliedNames = [] as string[], whole = WHOLE } = {}) {
  let names = appliedNames;
  const cards = (): CardOnCart[] => {
    let due = whole;
    return names.flatMap((name) => {
      const card = ownCards.find(({ public_id }) => public_id === name) ?? ownCard({ id: 9, value: 10 });
      const amount = Math.min(card.balance, due);
      due = Math.round((due - amount) * 100) / 100;
      return [onCart(card, amount)];
    });
  };
  const computeDue = (list: CardOnCart[]) =>
    Math.round((whole - list.reduce((sum, { amount }) => sum + amount, 0)) * 100) / 100;
  return {
    [OWN]: { status: true, data: ownCards },
    [TENDERS]: () => ({ ...tenders(cards(), computeDue(cards())), gift_cards: names }),
    [PUT]: ({ body }: Received['parts']) => {
      const { gift_cards, extension_attributes } = (body as Body).giftCardAccountData;
      const otherNames = names.filter((name) => !gift_cards.includes(name));
      names = extension_attributes?.first ? [...gift_cards, ...otherNames] : [...otherNames, ...gift_cards];
      return true;
    },
    [OFF]: ({ params }: Received['parts']) => {
      names = names.filter((name) => name !== params?.code);
      return true;
    },
  };
}

type Opened = Parameters<typeof openCheckout>[0] & { ownCards?: OwnCard[]; appliedNames?: string[] };

export async function openSpend({ ownCards = [smaller], appliedNames = [], answers = {}, ...options }: Opened = {}) {
  const shop = await openCheckout({
    giftCards: {},
    lines: [line(6, novel())],
    ...options,
    answers: { ...createTenderServer(ownCards, { appliedNames }), ...answers } as CallAnswers,
  });
  const tile = (last4: string) => shop.button(new RegExp(`Gift card ending ${last4}`));
  return {
    ...shop,
    tile,
    use: (last4: string) => shop.user.click(tile(last4)),
    listDeductions: () =>
      [...shop.box.querySelectorAll('[data-amount="gift card"]')].map(({ textContent }) => textContent),
    async typeCode(code: string) {
      await shop.tap('Enter a code');
      await shop.user.type(await waitFor(() => shop.field('Card code')), code);
      await shop.tap('Use this gift card');
    },
    additional: () =>
      (shop.bodies(PAY).at(-1) as { paymentMethod: { additional_data: Record<string, unknown> } }).paymentMethod,
  };
}
