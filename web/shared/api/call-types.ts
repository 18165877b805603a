import type { Order } from '#contract/account.ts';
import type { CallName, Calls, RequestOf } from '#contract/calls.ts';
import type { Details } from '#contract/gift-cards.ts';

/** Answers that come as JSON text, as they are once the client has parsed them. */
type Parsed = {
  'GET mobiledigital/order': { status: boolean; data?: Order };
  'GET mobiledigital/getgiftcarddetailsbycart': { status: boolean; data: Details[] };
};

/** What the server's answer is once it has been checked: the schema's output. */
export type Answer<Name extends CallName> = Name extends keyof Parsed
  ? Parsed[Name]
  : Calls[Name]['answer']['_zod']['output'];

/** What a call takes: the parts it has; only those without a default must be there. */
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
