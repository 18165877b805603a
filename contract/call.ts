import type { z } from 'zod';
import type { KeyScope } from './sellers/scopes.ts';

/**
 * One call of the shop's API. The key in a call table is 'METHOD path' as the specification writes it; the server adds
 * the prefix /rest/{store}/V1/. Browsers import these tables as types only, so no schema travels to a phone.
 */
export type Call = {
  summary: string;
  /** True: needs a customer's bearer token; 'counter': a seller's key. 401 without. */
  bearer: boolean | 'counter';
  /**
   * Of a call with a customer's bearer that writes: what a session may do that a personal link opened on a device where no
   * code was confirmed. 'all' of it; 'own': only what changes nothing that was there before, which the handler checks;
   * 'none': `code_required` until a code is confirmed.
   */
  byLink?: 'all' | 'own' | 'none';
  /** Of a counter call: what a seller's key needs to be allowed. 403 without. */
  scope?: KeyScope;
  /**
   * Takes the header Idempotency-Key, or is refused without it; sent again with the same key, it is done once
   * (docs/decisions/025).
   */
  idempotencyKey?: true | 'required';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
};

export type CallTable = Record<string, Call>;

/** Keeps the literal keys and schema types of a table. */
export function callTable<const Table extends CallTable>(table: Table): Table {
  return table;
}

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type In<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

/** What a handler receives (after parsing). */
export type CallInput<C extends Call> = { params: Out<C['params']>; query: Out<C['query']>; body: Out<C['body']> };
/** What a client sends. */
export type CallRequest<C extends Call> = { params: In<C['params']>; query: In<C['query']>; body: In<C['body']> };
export type CallAnswer<C extends Call> = In<C['answer']>;
