import { z } from 'zod';
import { callTable } from './call.ts';

export const place = z.object({
  label: z.string(),
  street: z.string(),
  suburb: z.string(),
  state: z.string(),
  postcode: z.string(),
  country: z.string(),
});
export type Place = z.output<typeof place>;

export const shopSettings = z.object({
  payments: z.enum(['sandbox', 'stripe']),
  stripe_publishable_key: z.string(),
  human_check: z.enum(['altcha', 'recaptcha', 'none']),
  recaptcha_site_key: z.string(),
  /** True: messages stay on the demo phone at /phone. */
  demo_phone: z.boolean(),
  operator_name: z.string(),
  operator_abn: z.string(),
  operator_contact: z.string(),
});
export type ShopSettings = z.output<typeof shopSettings>;

export const shopCalls = callTable({
  'GET mobiledigital/shopsettings': {
    summary: 'What a browser must know to run the shop',
    bearer: false,
    answer: shopSettings,
  },
  'GET mobiledigital/places': {
    summary: 'Address search',
    bearer: false,
    query: z.object({ q: z.string().max(200).default('') }),
    answer: z.object({ status: z.boolean(), data: z.array(place) }),
  },
});
