import type { z } from 'zod';
import type { Access } from './access/access.ts';

/** The limit values are in server/platform/http/call-limits.ts. */
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
 * The key of a call table is 'METHOD path'; the server prepends /rest/{store}/V1/. Browsers import these tables only as
 * types, so that phones download no schemas; `npm run documents` generates the lists that browsers need at run time.
 */
export type Call = {
  summary: string;
  access: Access;
  /**
   * What a write may do in an unverified link session. 'own': it may not change anything that existed before (the
   * handler checks this); 'none': `code_required` until a code is confirmed.
   */
  byLink?: 'all' | 'own' | 'none';
  /** If the call has several limits, only the first one counts it. */
  limit?: LimitName | readonly LimitName[];
  /** Maximum body size; defaults to BODY_BYTES. */
  bodyBytes?: number;
  /**
   * The response is the same for everyone and cached until the catalogue changes. `stockIn`: the response field with
   * the products whose stock is shown.
   */
  cache?: { stockIn: 'data' | 'products' | null };
  /**
   * Idempotency-Key support (docs/decisions/025). 'handler': the handler replays the response in its own transaction.
   */
  idempotency?: { key: 'optional' | 'required'; replayedBy?: 'handler' };
  /** Under overload, the server handles these calls before others. */
  priority?: 'money';
  /**
   * The part of the call that is never logged. A secret response is also never cached, nor its URL sent as a referrer.
   */
  secret?: 'path' | 'query' | 'answer';
  isKeptOffline?: true;
  changesCart?: true;
  /** Store code in the path, if not 'default'. */
  store?: 'au';
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
};

export type CallTable = Record<string, Call>;

export function callTable<const Table extends CallTable>(table: Table): Table {
  return table;
}

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type In<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;

export type CallInput<C extends Call> = { params: Out<C['params']>; query: Out<C['query']>; body: Out<C['body']> };
export type CallRequest<C extends Call> = { params: In<C['params']>; query: In<C['query']>; body: In<C['body']> };
export type CallAnswer<C extends Call> = In<C['answer']>;
