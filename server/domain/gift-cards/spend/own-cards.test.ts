import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { purgeOwnAccount } from '#server/domain/customers/own-account/purge-own-account.ts';
import { type Customer, OWN_MOBILE } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCards } from '#test/support/given-cards.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';

const NUMBER = '+61491570158';
const days = (count: number) => minutesAfterOpening(count * 24 * 60);

describe.each(databaseKinds())('gift cards sent to a number before the account had it, on %s', (kind) => {
  let shop: TestShop;
  let wren: Customer;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    wren = await shop.customer();
    await giveCards(shop, wren, [{ to: OWN_MOBILE }]);
    await shop.stored.change('giftCardDetails', { recipientMobile: NUMBER });
  });
  afterEach(() => shop.close());

  const enter = async (day: number) => {
    await shop.moveTo(days(day));
    return shop.customer(NUMBER);
  };
  const change = async (oldMobile: string, newMobile: string, day: number) => {
    const [first] = await shop.stored.all('customers');
    const createdAt = new Date(days(day));
    await shop.stored.add('mobileChanges', {
      customerId: first?.id ?? 0,
      oldMobile,
      newMobile,
      proof: 'code',
      createdAt,
    });
  };
  const hasNumber = (day: number) =>
    shop.stored.change('customers', { mobile: NUMBER, lastSeenAt: new Date(days(day)) });

  it('lists earlier cards to a customer who registers the number within 90 days', async () => {
    expect(await (await enter(89)).ownCards()).toHaveLength(1);
  });

  it('hides earlier cards after 90 days, because the carrier may have reassigned the number', async () => {
    const later = await enter(91);
    expect(await later.ownCards()).toEqual([]);
    await later.fillCart([], { MUG: 1 });
    const { publicId } = await shop.lastCard();
    expect(await later.putCard(publicId)).toMatchObject({ body: { code: 'gift_card_invalid' } });
  });

  it('hides earlier cards once another account has left the number, however long ago', async () => {
    await change(NUMBER, '+61491570159', 10);
    expect(await (await enter(20)).ownCards()).toEqual([]);
    await shop.moveTo(days(105));
    await purgeOwnAccount(shop.context);
    expect(await (await enter(105)).ownCards()).toEqual([]);
  });

  it('lists earlier cards to an account that left the number and later returned to it, however late', async () => {
    await hasNumber(190);
    await change(NUMBER, '+61491570159', 5);
    await change('+61491570159', NUMBER, 190);
    expect(await (await enter(191)).ownCards()).toHaveLength(1);
  });

  it('hides earlier cards from an account that took the number late, left it and returned to it', async () => {
    await hasNumber(97);
    await change(OWN_MOBILE, NUMBER, 95);
    await change(NUMBER, OWN_MOBILE, 96);
    await change(OWN_MOBILE, NUMBER, 97);
    expect(await (await enter(98)).ownCards()).toEqual([]);
  });

  it('hides earlier cards from an account that moves to the number more than 90 days later', async () => {
    await hasNumber(95);
    await change(OWN_MOBILE, NUMBER, 95);
    expect(await (await enter(96)).ownCards()).toEqual([]);
    await shop.moveTo(days(190));
    await purgeOwnAccount(shop.context);
    await shop.stored.change('customers', { lastSeenAt: new Date(days(190)) });
    expect(await (await enter(190)).ownCards()).toEqual([]);
  });
});
