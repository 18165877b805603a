import { type LeadFields, leadErrors } from '#contract/rules/customer/lead.ts';
import type { Context } from '../context.ts';
import { isPerson } from '../customers/sign-in/human-check.ts';
import { clientKeyOf } from '../kernel/client-key.ts';
import { fieldErrors, type Result, tooMany } from '../kernel/errors.ts';
import { insertLead, leadTimesSince, lockAddress } from './leads-store.ts';

const HOUR_MS = 60 * 60_000;
const MOST_AN_HOUR = 10;
const LONGEST_RET_URL = 255;

export type LeadInput = LeadFields & { opt_in: boolean; retURL: string; r_token: string };

/**
 * Saves a request for a demonstration: fields -> human check -> at most ten an hour from one sender.
 * The check comes after the fields, for a token counts once and a typing mistake must not spend it.
 */
export async function saveLead(
  context: Context,
  { input, address }: { input: LeadInput; address: string },
): Promise<Result<'stored'>> {
  const errors = leadErrors(input);
  if (Object.keys(errors).length > 0) return fieldErrors(errors);
  const person = await isPerson(context, { token: input.r_token, address, unavailable: 'allow' });
  if (!person) return fieldErrors({ r_token: 'not_a_person' });
  const now = context.clock.now();
  const sender = clientKeyOf(address);
  return context.database.transaction(async (tx) => {
    await lockAddress(tx, sender);
    const since = new Date(now.getTime() - HOUR_MS);
    const counted = await leadTimesSince(tx, { address: sender, since });
    const oldest = counted[MOST_AN_HOUR - 1];
    if (oldest) {
      // Until the oldest of this hour no longer counts.
      const retryAfter = Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1_000));
      return tooMany(retryAfter);
    }
    await insertLead(tx, { ...columnsOf(input, context.settings.publicUrl), address: sender, createdAt: now });
    return 'stored';
  });
}

function columnsOf(input: LeadInput, publicUrl: string) {
  return {
    firstName: input.first_name.trim(),
    lastName: input.last_name.trim(),
    company: input.company.trim(),
    email: input.email.trim(),
    phone: input.phone.trim(),
    country: input.country.trim(),
    optIn: input.opt_in,
    retUrl: ownAddress(input.retURL, publicUrl),
  };
}

/** Only an address of the shop itself is saved: it must never redirect people elsewhere. */
function ownAddress(address: string, publicUrl: string): string {
  const own = address === publicUrl || address.startsWith(`${publicUrl}/`);
  return own && address.length <= LONGEST_RET_URL ? address : '';
}
