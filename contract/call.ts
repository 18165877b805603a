import type { z } from 'zod';

/**
 * One call of the shop's API. The key in a call table is 'METHOD path' as the specification writes it; the server adds
 * the prefix /rest/{store}/V1/. Browsers import these tables as types only, so no schema travels to a phone.
 */
export type Call = {
  summary: string;
  /** True: needs a customer's bearer token; 'counter': a seller's key. 401 without. */
  bearer: boolean | 'counter';
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
