import { z } from 'zod';
import { stripInvisibleCharacters } from './rules/seen-words.ts';
import { fieldErrorParts } from './shapes/error.ts';

/** This limit exceeds every field limit, so that overlong input gets a field error instead of a rejected body. */
const text = z.string().overwrite(stripInvisibleCharacters).max(2_000).default('');

export const leadRequest = z.object({
  first_name: text,
  last_name: text,
  company: text,
  email: text,
  phone: text,
  country: text,
  opt_in: z.boolean().default(false),
  retURL: text,
  r_token: z.string().max(8_192).default(''),
});
export type LeadRequest = z.input<typeof leadRequest>;

export const leadAnswer = z.object({ status: z.boolean(), ...fieldErrorParts });
export type LeadAnswer = z.output<typeof leadAnswer>;
