import { openCard } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import type { TestShop } from './shop.ts';
import type { StoredRow } from './stored.ts';

/** A gift card as stored, with code and PIN as its page shows them; `pin` is left out where it has none. */
export type SoldCard = StoredRow<'giftCards'> & { code: string; pin?: string };

/** Returns all gift cards that were sold, in the order they were sold. */
export async function soldCards({ context, stored }: TestShop): Promise<SoldCard[]> {
  return (await stored.all('giftCards')).map((card) => {
    const { code, pin } = openCard(context.secrets, card.sealed);
    return pin === null ? { ...card, code } : { ...card, code, pin };
  });
}
