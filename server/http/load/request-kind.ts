/** What comes first where not all can be served. */
export type RequestKind = 'money' | 'call' | 'page';

/** Carts, payments, tills, and what a payment provider says. */
const MONEY = /^\/(rest\/[^/]+\/V1\/(carts\/mine|seller|mobiledigital\/checkoutsuccess)|webhooks|sandbox)(\/|\?|$)/;
const CALL = /^\/(rest|assets|media|share|altcha|v1|phone)\//;
/** What says how the server fares must be answered all the more when it is busy. */
const ALWAYS = /^\/(healthz|readyz|metrics)(\?|$)/;

type Requested = { method?: string | undefined; url?: string | undefined };

/** Null: a request that is answered whatever else there is to do. */
export function requestKindOf({ method = 'GET', url = '' }: Requested): RequestKind | null {
  if (ALWAYS.test(url)) return null;
  if (MONEY.test(url) && (method !== 'GET' || url.includes('checkoutsuccess'))) return 'money';
  return CALL.test(url) ? 'call' : 'page';
}
