import { randomUUID } from 'node:crypto';
import type { TestShop } from './shop.ts';
import { storedRows } from './stored.ts';

type Cards = readonly { id: number }[];
const AT = new Date('2026-11-02T00:00:00Z');

/** Redeems `cents` from each of these cards, by default from all, even if a till would refuse. */
export async function spendAtTill(shop: Pick<TestShop, 'context' | 'stored'>, cents: number, cards?: Cards) {
  for (const { id: giftCardId, sellerId } of await shop.stored.all('giftCards', cards ? { id: toIds(cards) } : {})) {
    await shop.context.database.transaction(async (tx) => {
      const { add } = storedRows({ orm: tx });
      const { id: redemptionId } = await add('giftCardRedemptions', {
        publicId: randomUUID(),
        giftCardId,
        sellerId,
        channel: 'till',
        amountCents: cents,
        gstCents: 0,
        gstBasis: 'gst-free',
        createdAt: AT,
      });
      await add('giftCardEntries', {
        giftCardId,
        kind: 'redeem',
        postedCents: -cents,
        redemptionId,
        createdAt: AT,
      });
    });
  }
}

export async function correctBalances(
  { stored }: Pick<TestShop, 'stored'>,
  cents: number,
  { cards, createdAt = AT }: { cards?: Cards; createdAt?: Date } = {},
): Promise<void> {
  const accounts = await stored.all('giftCardAccounts', cards ? { giftCardId: toIds(cards) } : {});
  for (const { giftCardId, entryCount } of accounts) {
    await stored.add('giftCardEntries', {
      giftCardId,
      kind: 'correct',
      postedCents: cents,
      operator: 'op',
      operatorNote: 'a test',
      step: entryCount,
      createdAt: createdAt,
    });
  }
}

const toIds = (cards: Cards): number[] => cards.map(({ id }) => id);
