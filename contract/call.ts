import type { z } from 'zod';
import type { Access } from './access/access.ts';

/** The limits on calls; server/platform/http/call-limits.ts has their figures. */
export type LimitName =
  | 'sign-in'
  | 'emails'
  | 'other emails'
  | 'cards'
  | 'places'
  | 'thanks'
  | 'tills'
  | 'pass tokens'
  | 'passes'
  | 'challenges'
  | 'previews'
  | 'many recipients'
  | 'carts'
  | 'cart changes'
  | 'searches'
  | 'reads'
  | 'pages';

/**
 * Everything there is to say about one call of the shop's API. The key in a call table is 'METHOD path' as the
 * specification writes it; the server adds the prefix /rest/{store}/V1/. Browsers import these tables as types only, so no
 * schema travels to a phone; what a browser needs of them besides is generated (`npm run documents`).
 */
export type Call = {
  summary: string;
  access: Access;
  /**
   * Of a customer's call that writes: what a session may do that a personal link opened on a device where no code was
   * confirmed. 'all' of it; 'own': only what changes nothing that was there before, which the handler checks; 'none':
   * `code_required` until a code is confirmed.
   */
  byLink?: 'all' | 'own' | 'none';
  /** Counts the call; of several limits the first one that applies to its query does. */
  limit?: LimitName | readonly LimitName[];
  /** The largest body in bytes; BODY_BYTES unless named. */
  bodyBytes?: number;
  /**
   * The answer is the same for everybody and is cached until the catalogue changes. `stockIn`: the field of the answer with
   * the product or products whose stock it shows.
   */
  cache?: { stockIn: 'data' | 'products' | null };
  /**
   * Accepts or requires the header Idempotency-Key; a call sent again with the same key is done once (docs/decisions/025).
   * `replayedBy` 'handler': the handler looks up the stored answer in its own transaction.
   */
  idempotency?: { key: 'optional' | 'required'; replayedBy?: 'handler' };
  /** Served before other calls when the server cannot serve them all. */
  priority?: 'money';
  /** The part of the call that is a secret: kept out of logs, and the answer out of caches and referrers. */
  secret?: 'path' | 'query' | 'answer';
  /** A phone keeps the answer and shows it without a network. */
  isKeptOffline?: true;
  /** The cart is another one afterwards. */
  changesCart?: true;
  /** The store code of the path, where it is not 'default'. */
  store?: 'au';
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
