import { waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { giftCardItem, instant, order } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';

const ORDER = 'GET mobiledigital/order';
const openOrder = (data: ReturnType<typeof order>, answers: Story['answers'] = {}) =>
  openShop({
    ...{ at: '/account/order/1', session: signedInCustomer(), shows: data.increment_id },
    answers: { [ORDER]: { status: true, data }, ...answers },
  });

describe('a text when it has arrived', () => {
  test('of a card on its way the customer can ask for a text when it has arrived', async () => {
    const asked: unknown[] = [];
    const at = { tell: false };
    const data = () =>
      order({ items: [giftCardItem(1, { state: 'sent', sent_at: instant(-1), tell_delivered: at.tell })] });
    const { page, user } = await openOrder(data(), {
      [ORDER]: () => ({ status: true, data: data() }),
      'POST mobiledigital/tellwhengiftcardarrives': ({ body }) => {
        asked.push(body);
        at.tell = true;
        return { status: true };
      },
    });
    const box = () => page.getByRole('checkbox', { name: 'Text me when it has arrived Mia Tran' }) as HTMLInputElement;
    expect(box().checked).toBe(false);
    await user.click(page.getByText('Text me when it has arrived'));
    await waitFor(() => expect(box().disabled).toBe(false));
    expect(box().checked).toBe(true);
    expect(asked).toEqual([{ gift_card_details_id: 1, tell: true }]);
  });

  test.each(['waiting', 'delivered', 'failed', 'void'] as const)('of one that is %s they cannot', async (state) => {
    const { page } = await openOrder(order({ items: [giftCardItem(1, { state })] }));
    expect(page.queryByRole('checkbox')).toBeNull();
  });
});
