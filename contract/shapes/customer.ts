import { z } from 'zod';
import { stripInvisibleCharacters } from '../rules/seen-words.ts';
import { flag, idOrBlank } from './numbers.ts';

const region = z.object({ region: z.string(), region_code: z.string(), region_id: z.int() });

export const customerAddress = z.object({
  id: z.int().optional(),
  customer_id: z.int().optional(),
  firstname: z.string().overwrite(stripInvisibleCharacters).trim().min(1).max(100),
  lastname: z.string().overwrite(stripInvisibleCharacters).trim().min(1).max(100),
  telephone: z.string().trim().min(1).max(30),
  street: z.array(z.string().trim().max(255)).min(1).max(3),
  city: z.string().trim().min(1).max(100),
  postcode: z.string().trim().min(1).max(10),
  country_id: z.string().trim().length(2).default('AU'),
  region: region.optional(),
  region_id: idOrBlank.optional(),
  default_shipping: z.boolean().optional(),
  default_billing: z.boolean().optional(),
});
export type CustomerAddress = z.output<typeof customerAddress>;

export const cartAddress = z.object({
  firstname: z.string().overwrite(stripInvisibleCharacters).max(100).default(''),
  lastname: z.string().overwrite(stripInvisibleCharacters).max(100).default(''),
  telephone: z.string().max(30).default(''),
  street: z.array(z.string().max(255)).max(3).default([]),
  city: z.string().max(100).default(''),
  region: z.string().max(100).nullish(),
  region_code: z.string().max(10).nullish(),
  region_id: idOrBlank.nullish(),
  postcode: z.string().max(10).default(''),
  country_id: z.string().max(2).default('AU'),
  company: z.string().max(100).nullish(),
  customer_address_id: idOrBlank.nullish(),
  customer_id: idOrBlank.nullish(),
  email: z.string().max(254).nullish(),
  save_in_address_book: flag.nullish(),
});
export type CartAddress = z.output<typeof cartAddress>;

/** The field names are those of the registration form. All fields are '' if no address is saved. */
const formAddress = z.object({
  street_address: z.string(),
  suburb: z.string(),
  state: z.string(),
  country: z.string(),
  postcode: z.string(),
});

export const customer = z.object({
  id: z.int(),
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  fullname: z.string(),
  mobile: z.string(),
  created_at: z.string(),
  store_id: z.int(),
  website_id: z.int(),
  default_billing: z.string().optional(),
  default_shipping: z.string().optional(),
  address: formAddress,
  /**
   * Set after 90 days without a sign-in: older orders, addresses and cards are hidden, email and last name masked,
   * until `proveaccount` or `startafresh`.
   */
  unproved: z.boolean().optional(),
  /** Picture of the latest order's seller; '' before the first order. */
  shop_image: z.string(),
  addresses: z.array(customerAddress),
});
export type Customer = z.output<typeof customer>;
