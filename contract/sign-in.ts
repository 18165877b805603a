import { z } from 'zod';
import { callTable } from './call.ts';
import { productShape } from './catalogue.ts';
import { ADDRESSES_BYTES } from './rules/body-sizes.ts';
import { CUSTOMER_NAME_LIMIT, EMAIL_LIMIT } from './rules/limits.ts';
import { stripInvisibleCharacters } from './rules/seen-words.ts';
import { customerAddress } from './shapes/customer.ts';
import { devices } from './shapes/device.ts';
import { fieldErrorParts } from './shapes/error.ts';
import { anyWhole } from './shapes/numbers.ts';
import { passkey } from './shapes/passkey.ts';

const rToken = z.string().max(8_192).default('');
const mobile = z.string().max(30);
const jwt = z.string().max(4_096);
const looseId = z.union([z.string().max(100), z.number()]).nullish();

const changedMobile = z.object({ status: z.boolean(), mobile: z.string().optional(), ...fieldErrorParts });

const currencyRate = z.object({ USD: z.number() });

export const authAnswer = z.object({
  status: z.boolean(),
  new_user: z.boolean().optional(),
  existing_user: z.boolean().optional(),
  expired_link: z.boolean().optional(),
  mobile: z.string().optional(),
  country_code: z.string().optional(),
  currency_rate: currencyRate.optional(),
  campaign_id: z.string().optional(),
  product_id: z.string().optional(),
  product: productShape.optional(),
  /** `token` and `token_ttl` are present only if `existing_user` is true. `token_ttl` is in milliseconds. */
  token: z.string().optional(),
  token_ttl: z.int().optional(),
  /** Passkeys added within the last 24 hours. Present only after a sign-in by code. */
  new_passkeys: z.array(passkey).optional(),
});
export type AuthAnswer = z.output<typeof authAnswer>;

const openSession = z.object({
  id: z.string(),
  device: z.enum(devices),
  by: z.enum(['code', 'link', 'passkey']),
  created_at: z.string(),
  is_this: z.boolean(),
});
export type OpenSession = z.output<typeof openSession>;

export const signInCalls = callTable({
  'POST mobiledigital/sendmobilecode': {
    summary: 'Sends a one-time code by text; the same answer for known and unknown mobiles',
    access: 'public',
    limit: 'sign-in',
    body: z.object({ mobile, r_token: rToken }),
    answer: z.object({
      status: z.boolean(),
      ...fieldErrorParts,
      retry_after: z.int().optional(),
    }),
  },
  'POST mobiledigital/confirmmobilecode': {
    summary: 'Exchanges a code for a jwt, which proves that the mobile was just confirmed',
    access: 'public',
    limit: 'sign-in',
    body: z.object({
      mobile,
      code: z.string().max(20),
      expired: z.boolean().default(false),
      expired_jwt: jwt.default(''),
      r_token: rToken,
    }),
    answer: z.object({
      status: z.boolean(),
      jwt: z.string().optional(),
      ...fieldErrorParts,
    }),
  },
  'POST mobiledigital/auth': {
    summary: 'Verifies a sign-in jwt or campaign link; an existing user gets a bearer token',
    access: 'public',
    limit: 'sign-in',
    body: z.object({ jwt, autologin: z.boolean().default(false) }),
    answer: authAnswer,
  },
  'POST mobiledigital/createAccount': {
    summary: 'Registers a mobile that a code or a campaign link has proved in the last 15 minutes',
    access: 'public',
    limit: 'sign-in',
    bodyBytes: ADDRESSES_BYTES,
    idempotency: { key: 'optional' },
    body: z.object({
      customer: z.object({
        email: z.string().trim().max(254),
        firstname: z.string().overwrite(stripInvisibleCharacters).trim().max(CUSTOMER_NAME_LIMIT),
        lastname: z.string().overwrite(stripInvisibleCharacters).trim().max(100),
        store_id: anyWhole.optional(),
        website_id: anyWhole.optional(),
        addresses: z.array(customerAddress).max(20).default([]),
      }),
      mobile,
      r_token: rToken,
      campaign_id: looseId,
      /** If omitted, the request must use the IP address and browser that verified the mobile. */
      jwt: jwt.optional(),
    }),
    answer: z.object({ status: z.boolean(), ...fieldErrorParts }),
  },
  'POST customers/isEmailAvailable': {
    summary: 'False if an account has this email',
    access: 'public',
    limit: 'emails',
    body: z.object({ customerEmail: z.string().max(254), websiteId: anyWhole.optional() }),
    answer: z.boolean(),
  },
  'POST mobiledigital/sendemailcode': {
    summary: "Mails a one-time code to the signed-in customer's address",
    access: 'customer',
    limit: 'sign-in',
    byLink: 'all',
    body: z.object({ r_token: rToken }),
    answer: z.object({ status: z.boolean(), ...fieldErrorParts, retry_after: z.int().optional() }),
  },
  'POST mobiledigital/changemobile': {
    summary: 'Moves the account to a mobile that a code has proved, given proof of the old one or of the mailbox',
    access: 'customer',
    limit: 'sign-in',
    byLink: 'all',
    body: z.object({
      /** Proves that the customer has the new mobile. */
      jwt,
      /** Proves that the customer has the current mobile. Alternatively, pass `email_code`. */
      old_jwt: jwt.default(''),
      email_code: z.string().max(20).default(''),
    }),
    answer: changedMobile,
  },
  'POST mobiledigital/proveaccount': {
    summary: 'Takes the second proof of a customer who was away for 90 days, and reveals the hidden data',
    access: 'customer',
    limit: 'sign-in',
    byLink: 'all',
    body: z.object({ email_code: z.string().max(20) }),
    answer: z.object({ status: z.boolean(), ...fieldErrorParts }),
  },
  'POST mobiledigital/startafresh': {
    summary: 'Continues without the second proof: hidden data stays hidden permanently',
    access: 'customer',
    byLink: 'own',
    answer: z.object({ status: z.boolean() }),
  },
  'POST mobiledigital/sendrecoverycode': {
    summary: 'Mails a one-time code to an address, if an account has it; the same answer if none has',
    access: 'public',
    limit: 'sign-in',
    body: z.object({ email: z.string().max(EMAIL_LIMIT), r_token: rToken }),
    answer: z.object({ status: z.boolean(), ...fieldErrorParts, retry_after: z.int().optional() }),
  },
  'POST mobiledigital/recoveraccount': {
    summary: 'Moves the account of a mailbox to a mobile confirmed by code, for customers who lost their number',
    access: 'public',
    limit: 'sign-in',
    body: z.object({
      jwt,
      email: z.string().max(EMAIL_LIMIT),
      email_code: z.string().max(20),
      /** Takes the mobile even if another account has it. The other account can be recovered by its email. */
      take_mobile: z.boolean().default(false),
    }),
    answer: changedMobile,
  },
  'GET mobiledigital/sessions': {
    summary: 'The sessions of the signed-in customer, newest first',
    access: 'customer',
    answer: z.object({ status: z.boolean(), sessions: z.array(openSession) }),
  },
  'POST mobiledigital/endsessions': {
    summary: 'Ends sessions of the signed-in customer; ignores sessions that have already ended',
    access: 'customer',
    byLink: 'own',
    body: z.object({ ids: z.array(z.string().max(40)).min(1).max(100) }),
    answer: z.object({ status: z.boolean() }),
  },
  'POST mobiledigital/signout': {
    summary: 'Revokes the bearer token at once',
    access: 'customer',
    byLink: 'all',
    /** `keep_links`: opened links stay valid, because a new session on this device replaces the old one. */
    body: z.object({ keep_links: z.boolean().default(false) }),
    answer: z.object({ status: z.boolean() }),
  },
});
