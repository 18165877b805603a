import { KEY } from '#gallery/fixtures/gift-cards.ts';
import type { LocalGiftCard } from '#web/shop/state/gift-cards.ts';

export const readStoredCard = (): Partial<LocalGiftCard> | undefined =>
  JSON.parse(localStorage.getItem('gift-card-details') ?? '{}')[KEY];
