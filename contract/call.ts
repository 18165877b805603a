import type { z } from 'zod';
import type { Access } from './access/access.ts';

/** Limit values are in server/platform/http/call-limits.ts. */
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
 * A call table's key is 'METHOD path'; the server prepends /rest/{store}/V1/. Browsers import these tables only as
 * types, so no schema reaches a phone; `npm run documents` generates the rest.
 */
export type Call = {
  summary: string;
  access: Access;
  /**
   * What an unverified link session may do in a write. 'own': only what changes nothing that existed before (the
   * handler checks); 'none': `code_required` until a code is confirmed.
   */
  byLink?: 'all' | 'own' | 'none';
  /** If several limits apply, the first counts the call. */
  limit?: LimitName | readonly LimitName[];
  /** Defaults to BODY_BYTES. */
  bodyBytes?: number;
  /**
   * The response is the same for everyone and cached until the catalogue changes. `stockIn`: the field with the
   * products whose stock it shows.
   */
  cache?: { stockIn: 'data' | 'products' | null };
  /**
   * Idempotency-Key support (docs/decisions/025). 'handler': the handler replays the response in its own transaction.
   */
  idempotency?: { key: 'optional' | 'required'; replayedBy?: 'handler' };
  /** Served before other calls under overload. */
  priority?: 'money';
  /** Kept out of logs; a secret response also out of caches and referrers. */
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

/** The handler's input, after parsing. */
export type CallInput<C extends Call> = { params: Out<C['params']>; query: Out<C['query']>; body: Out<C['body']> };
export type CallRequest<C extends Call> = { params: In<C['params']>; query: In<C['query']>; body: In<C['body']> };
export type CallAnswer<C extends Call> = In<C['answer']>;
