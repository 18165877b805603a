import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { purgeOwnAccount } from '#server/domain/customers/own-account/purge-own-account.ts';
import { minutes } from '#test/support/card-shop.ts';
import { signIn } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openSpendShop, type SpendShop } from '#test/support/spend-shop.ts';

const NUMBER = '+61491570158';
const days = (count: number) => minutes(count * 24 * 60);

describe.each(databaseKinds())('gift cards that were sent to a number before it had this account, on %s', (kind) => {
  let shop: SpendShop;
  beforeEach(async () => {
    shop = await openSpendShop(kind);
    await shop.query(`update gift_card_details set recipient_mobile = '${NUMBER}'`);
  });
  afterEach(() => shop.close());

  const enter = async (day: number) => {
    await shop.moveTo(days(day));
    return (await signIn(shop.send, shop.phone, NUMBER)).token;
  };
  const change = (oldMobile: string, newMobile: string, day: number) =>
    shop.query(`insert into mobile_changes (customer_id, old_mobile, new_mobile, proof, created_at)
      select min(id), '${oldMobile}', '${newMobile}', 'code', '${days(day)}' from customers`);

  test('are listed to who registers within 90 days', async () => {
    expect(await shop.own(await enter(89))).toHaveLength(1);
  });

  test('are nobody’s when they are older: the carrier may have given the number to somebody else', async () => {
    const token = await enter(91);
    expect(await shop.own(token)).toEqual([]);
    await shop.fill({ MUG: 1 }, { mobile: NUMBER, token });
    const [card] = await shop.codes();
    expect(await shop.put(card?.publicId ?? '', {}, token)).toMatchObject({ body: { code: 'gift_card_invalid' } });
  });

  test('are not of who registers after another account has left the number, however long ago', async () => {
    await change(NUMBER, '+61491570159', 10);
    expect(await shop.own(await enter(20))).toEqual([]);
    await shop.moveTo(days(105));
    await purgeOwnAccount(shop.context);
    expect(await shop.own(await enter(105))).toEqual([]);
  });

  test('are of an account that left the number and came back, however late', async () => {
    await shop.query(`update customers set mobile = '${NUMBER}', last_seen_at = '${days(190)}'`);
    await change(NUMBER, '+61491570159', 5);
    await change('+61491570159', NUMBER, 190);
    expect(await shop.own(await enter(191))).toHaveLength(1);
  });

  test('are not of one that came to the number late, left it and came back', async () => {
    await shop.query(`update customers set mobile = '${NUMBER}', last_seen_at = '${days(97)}'`);
    await change('+61412345678', NUMBER, 95);
    await change(NUMBER, '+61412345678', 96);
    await change('+61412345678', NUMBER, 97);
    expect(await shop.own(await enter(98))).toEqual([]);
  });

  test('are not of an account that moves to the number later than that', async () => {
    await shop.query(`update customers set mobile = '${NUMBER}', last_seen_at = '${days(95)}'`);
    await change('+61412345678', NUMBER, 95);
    expect(await shop.own(await enter(96))).toEqual([]);
    await shop.moveTo(days(190));
    await purgeOwnAccount(shop.context);
    await shop.query(`update customers set last_seen_at = '${days(190)}'`);
    expect(await shop.own(await enter(190))).toEqual([]);
  });
});
