import { accountCalls } from './account.ts';
import type { CallAnswer, CallInput, CallRequest } from './call.ts';
import { cartCalls } from './cart/cart.ts';
import { giftCardTenderCalls } from './cart/gift-card-tender.ts';
import { totalsCalls } from './cart/totals.ts';
import { catalogueCalls } from './catalogue.ts';
import { checkoutCalls } from './checkout.ts';
import { directoryCalls } from './directory.ts';
import { giftCardRecipientCalls } from './gift-card-recipients.ts';
import { giftCardCalls } from './gift-cards.ts';
import { passkeyCalls } from './passkeys.ts';
import { renderInfoCalls } from './render-info.ts';
import { searchCalls } from './search.ts';
import { counterCalls } from './sellers/counter.ts';
import { shopCalls } from './shop.ts';
import { signInCalls } from './sign-in.ts';

export const calls = {
  ...signInCalls,
  ...passkeyCalls,
  ...catalogueCalls,
  ...searchCalls,
  ...renderInfoCalls,
  ...directoryCalls,
  ...cartCalls,
  ...totalsCalls,
  ...giftCardCalls,
  ...giftCardRecipientCalls,
  ...giftCardTenderCalls,
  ...checkoutCalls,
  ...accountCalls,
  ...shopCalls,
  ...counterCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type InputOf<Name extends CallName> = CallInput<Calls[Name]>;
export type RequestOf<Name extends CallName> = CallRequest<Calls[Name]>;
export type AnswerOf<Name extends CallName> = CallAnswer<Calls[Name]>;
