import { type LeadFields, leadProblems } from '#contract/rules/lead.ts';
import type { Context } from '../context.ts';
import { isPerson, NOT_A_PERSON } from '../sign-in/human.ts';
import { insertLead, leadTimesSince, lockAddress } from './store.ts';

const HOUR_MS = 60 * 60_000;
const MOST_AN_HOUR = 10;
const LONGEST_RET_URL = 255;

export type LeadWish = LeadFields & { opt_in: boolean; retURL: string; r_token: string };
export type StoredLead =
  | { ok: true }
  /** `retryAfter`: seconds until the oldest of this hour no longer counts. */
  | { ok: false; why: 'limit'; retryAfter: number }
  | { ok: false; why: 'fields'; problems: Record<string, string> };

/**
 * Keeps a request for a demonstration for the operator: fields -> human check -> at most ten an hour from one address.
 * The check comes after the fields, for a token counts once and a typing mistake must not spend it.
 */
export async function storeLead(
  context: Context,
  { wish, address }: { wish: LeadWish; address: string },
): Promise<StoredLead> {
  const problems = leadProblems(wish);
  if (Object.keys(problems).length > 0) return { ok: false, why: 'fields', problems };
  const person = await isPerson(context, { token: wish.r_token, address, unavailable: 'allow' });
  if (!person) return { ok: false, why: 'fields', problems: { r_token: NOT_A_PERSON } };
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    await lockAddress(tx, address);
    const since = new Date(now.getTime() - HOUR_MS);
    const counted = await leadTimesSince(tx, { address, since });
    const oldest = counted[MOST_AN_HOUR - 1];
    if (oldest) {
      const retryAfter = Math.max(1, Math.ceil((oldest.getTime() + HOUR_MS - now.getTime()) / 1_000));
      return { ok: false, why: 'limit', retryAfter };
    }
    await insertLead(tx, { ...columnsOf(wish, context.settings.publicUrl), address, createdAt: now });
    return { ok: true };
  });
}

function columnsOf(wish: LeadWish, publicUrl: string) {
  return {
    firstName: wish.first_name.trim(),
    lastName: wish.last_name.trim(),
    company: wish.company.trim(),
    email: wish.email.trim(),
    phone: wish.phone.trim(),
    country: wish.country.trim(),
    optIn: wish.opt_in,
    retUrl: ownAddress(wish.retURL, publicUrl),
  };
}

/** Only an address of the shop itself is kept: whoever sends people back there later must not send them elsewhere. */
function ownAddress(address: string, publicUrl: string): string {
  const own = address === publicUrl || address.startsWith(`${publicUrl}/`);
  return own && address.length <= LONGEST_RET_URL ? address : '';
}
