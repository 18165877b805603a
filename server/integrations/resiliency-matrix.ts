/** Leaves out embedded replacements, because they cannot fail in these ways. */
export const SERVICES = [
  'payments',
  'messages',
  'human check',
  'places',
  'leads',
  'files',
  'mail',
  'apple wallet',
  'google wallet',
] as const;
export type Service = (typeof SERVICES)[number];

/** In this order: refuses connections, responds after ten seconds, never responds, returns 429, returns garbage. */
export const FAULTS = ['down', 'slow', 'half-open', 'busy', 'garbage'] as const;
export type Fault = (typeof FAULTS)[number];

const AREAS = [
  'browse',
  'product',
  'cart',
  'addresses',
  'code',
  'sign-in',
  'payment',
  'saved cards',
  'orders',
  'card page',
  'pictures',
  'demo request',
  'delivery',
  'counter',
  'receipt',
  'wallet pass',
] as const;
export type Area = (typeof AREAS)[number];

/** `degraded`: how the shop continues; `unavailable`: what the customer sees. */
export type Cell = 'works' | { degraded: string } | { unavailable: string };
type Cells = Cell | Record<Fault, Cell>;
type OfOneService = 'receipt' | 'wallet pass';
type Row = Record<Exclude<Area, OfOneService>, Cells> & Partial<Record<OfOneService, Cells>>;

const works: Row = {
  browse: 'works',
  product: 'works',
  cart: 'works',
  addresses: 'works',
  code: 'works',
  'sign-in': 'works',
  payment: 'works',
  'saved cards': 'works',
  orders: 'works',
  delivery: 'works',
  counter: 'works',
  'card page': 'works',
  pictures: 'works',
  'demo request': 'works',
};

const NO_PAYMENTS = {
  unavailable: 'Payments are not available right now. Nothing was charged. Please try again in a few minutes.',
};
const NO_TEXTS = { unavailable: 'We cannot send texts right now. Please try again in a minute.' };
const maybeSent: Cell = { degraded: 'the code may have been sent; after a minute the customer can ask for another' };
const later: Cell = { degraded: 'the message waits in the queue and is sent once the service is back' };

const stale: Cell = {
  degraded: 'the pass shows its previous state and is updated once the service is back',
};

const unknown: Cell = {
  degraded:
    'the carrier may have sent the message before it stopped answering: the shop does not resend it, but the customer can',
};

/** Browsing, cart, card page and tills never fail because of a service. */
const RESILIENCY_MATRIX: Record<Service, Row> = {
  payments: {
    ...works,
    payment: {
      down: NO_PAYMENTS,
      slow: { degraded: 'each call takes ten seconds longer' },
      'half-open': NO_PAYMENTS,
      busy: NO_PAYMENTS,
      garbage: NO_PAYMENTS,
    },
    'saved cards': {
      down: NO_PAYMENTS,
      slow: { degraded: 'each call takes ten seconds longer' },
      'half-open': NO_PAYMENTS,
      busy: NO_PAYMENTS,
      garbage: NO_PAYMENTS,
    },
  },
  messages: {
    ...works,
    code: { down: NO_TEXTS, slow: maybeSent, 'half-open': maybeSent, busy: NO_TEXTS, garbage: maybeSent },
    delivery: { down: later, slow: unknown, 'half-open': unknown, busy: later, garbage: unknown },
  },
  'human check': {
    ...works,
    code: { unavailable: 'We could not check that you are a person. Please try again.' },
    'sign-in': { degraded: 'a customer with a valid code signs in without the human check, and the log records it' },
    'demo request': { degraded: 'the request is stored without the human check, within the rate limit of its sender' },
  },
  places: { ...works, addresses: { degraded: 'the embedded suburb list replaces the service' } },
  // The visitor's browser, not the server, posts to Salesforce.
  leads: works,
  files: { ...works, pictures: { degraded: 'pictures are rendered again' } },
  mail: { ...works, receipt: { down: later, slow: 'works', 'half-open': later, busy: later, garbage: later } },
  'apple wallet': { ...works, 'wallet pass': stale },
  'google wallet': { ...works, 'wallet pass': stale },
};

export function expectedBehaviour({ service, fault }: { service: Service; fault: Fault }): [Area, Cell][] {
  return AREAS.flatMap((area): [Area, Cell][] => {
    const cells = RESILIENCY_MATRIX[service][area];
    if (cells === undefined) return [];
    const isForAllFaults = cells === 'works' || 'degraded' in cells || 'unavailable' in cells;
    return [[area, isForAllFaults ? cells : cells[fault]]];
  });
}
