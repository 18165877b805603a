import { openCard } from '#server/domain/gift-cards/ledger/card-secrets.ts';
import type { TestShop } from './shop.ts';
import type { StoredRow } from './stored.ts';

export type SoldCard = StoredRow<'giftCards'> & { code: string; pin?: string };

export async function listSoldCards({ context, stored }: TestShop): Promise<SoldCard[]> {
  return (await stored.all('giftCards')).map((card) => {
    const { code, pin } = openCard(context.secrets, card.sealed);
    return pin === null ? { ...card, code } : { ...card, code, pin };
  });
}
