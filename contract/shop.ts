import { z } from 'zod';
import { callTable } from './call.ts';

export const place = z.object({
  label: z.string(),
  street: z.string(),
  suburb: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
  /** Pass this id to `GET mobiledigital/place` for the missing details. */
  place_id: z.string().optional(),
});
export type Place = z.output<typeof place>;

const wallets = ['apple', 'google'] as const;
export type Wallet = (typeof wallets)[number];

const shopSettings = z.object({
  payments: z.enum(['sandbox', 'stripe']),
  stripe_publishable_key: z.string(),
  human_check: z.enum(['altcha', 'recaptcha', 'none']),
  recaptcha_site_key: z.string(),
  /** True if messages stay on the demo phone at /phone. */
  demo_phone: z.boolean(),
  /** True if the shop sends email, so that an emailed code can verify an account. */
  mail: z.boolean(),
  passes: z.array(z.enum(wallets)),
  /** Target of the demo form: our server, or web-to-lead with the organisation's id. */
  leads: z.object({ action: z.string(), oid: z.string() }),
  /** Messages to customers start with this name. */
  shop_name: z.string(),
  operator_name: z.string(),
  operator_abn: z.string(),
  operator_contact: z.string(),
});
export type ShopSettings = z.output<typeof shopSettings>;

/** Address search and selection share this id, so that the provider bills them as one session. */
const placeSession = z
  .string()
  .regex(/^[\w-]{0,36}$/)
  .default('');

export const shopCalls = callTable({
  'GET mobiledigital/shopsettings': {
    summary: 'What a browser must know to run the shop',
    access: 'public',
    limit: 'reads',
    cache: { stockIn: null },
    isKeptOffline: true,
    answer: shopSettings,
  },
  'GET mobiledigital/places': {
    summary: 'Address search',
    access: 'public',
    limit: 'places',
    secret: 'query',
    query: z.object({ q: z.string().max(200).default(''), session: placeSession }),
    answer: z.object({
      status: z.boolean(),
      data: z.array(place),
      /** Provider's attribution, which the list must show; '' if there is none. */
      attribution: z.string(),
    }),
  },
  'GET mobiledigital/place': {
    summary: 'The parts of a place that was picked',
    access: 'public',
    limit: 'places',
    secret: 'query',
    query: z.object({ place_id: z.string().min(1).max(300), session: placeSession }),
    answer: z.object({ status: z.boolean(), data: place.nullable() }),
  },
});
