import { account } from './stories/account.tsx';
import { cardAndPhone } from './stories/card-and-phone.tsx';
import { buying } from './stories/checkout.tsx';
import { around } from './stories/frame.tsx';
import { giftCardFlow } from './stories/gift-card-flow.tsx';
import { giftCardList } from './stories/gift-card-list.tsx';
import { orderNotes } from './stories/order-notes.ts';
import { orders } from './stories/orders.tsx';
import { parts } from './stories/parts.tsx';
import { findingStories } from './stories/search.ts';
import { signingIn } from './stories/signing-in.tsx';
import { spending } from './stories/spending.ts';
import { till } from './stories/till.ts';
import { shopWindow } from './stories/window.tsx';
import type { Story } from './story/story.ts';

export const stories: readonly Story[] = [
  ...parts,
  ...around,
  ...shopWindow,
  ...findingStories,
  ...giftCardFlow,
  ...giftCardList,
  ...buying,
  ...signingIn,
  ...account,
  ...orders,
  ...orderNotes,
  ...spending,
  ...cardAndPhone,
  ...till,
];
