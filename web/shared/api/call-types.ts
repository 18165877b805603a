import type { Order } from '#contract/account.ts';
import type { CallName, Calls, RequestOf } from '#contract/calls.ts';
import type { Details } from '#contract/gift-cards.ts';

type Parsed = {
  'GET mobiledigital/order': { status: boolean; data?: Order };
  'GET mobiledigital/getgiftcarddetailsbycart': { status: boolean; data: Details[] };
};

export type Answer<Name extends CallName> = Name extends keyof Parsed
  ? Parsed[Name]
  : Calls[Name]['answer']['_zod']['output'];

export type CallInput<Name extends CallName> = Loose<RequestOf<Name>>;

type Loose<Parts> = {
  [Part in keyof Parts as undefined extends Parts[Part]
    ? never
    : NeedsNothing<Parts[Part]> extends true
      ? never
      : Part]: Parts[Part];
} & {
  [Part in keyof Parts as [Parts[Part]] extends [undefined] ? never : Part]?: Parts[Part];
};
type NeedsNothing<Value> = Record<never, never> extends Value ? true : false;
