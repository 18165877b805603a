import { type LeadFields, leadErrors } from '#contract/rules/customer/lead.ts';
import type { Context } from '#server/context.ts';
import { passesHumanCheck } from '#server/domain/customers/sign-in/human-check.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { lockUntilCommit, toLockKey } from '#server/platform/database/locks.ts';
import { SENDERS_OF_A_NETWORK, toClientKey, toWideNetwork } from '#server/platform/kernel/client-key.ts';
import { fieldErrors, type Result, tooManyRequestsError } from '#server/platform/kernel/errors.ts';
import { insertLead, listLeadTimes } from './leads-store.ts';

const HOUR_MS = 60 * 60_000;
const MAX_PER_HOUR = 10;
const LONGEST_RET_URL = 255;

export type LeadInput = LeadFields & { opt_in: boolean; retURL: string; r_token: string };

/** Checks for bots only after validating the fields, because a token is valid once and a typo must not use it up. */
export async function saveLead(
  context: Context,
  { input, address }: { input: LeadInput; address: string },
): Promise<Result<'stored'>> {
  const errors = leadErrors(input);
  if (Object.keys(errors).length > 0) return fieldErrors(errors);
  const person = await passesHumanCheck(context, { token: input.r_token, address, unavailable: 'allow' });
  if (!person) return fieldErrors({ r_token: 'not_a_person' });
  const now = context.clock.now();
  const sender = toClientKey(address);
  return context.database.transaction(async (tx) => {
    const retryAfter = await lockAndReadWait(tx, { sender, now });
    if (retryAfter > 0) return tooManyRequestsError(retryAfter);
    await insertLead(tx, { ...toColumns(input, context.settings.publicUrl), address: sender, createdAt: now });
    return 'stored';
  });
}

/** Returns the seconds that the sender must wait, or 0. */
async function lockAndReadWait(tx: Transaction, { sender, now }: { sender: string; now: Date }): Promise<number> {
  const network = toWideNetwork(sender);
  // Serialises requests from one network, so that the count is exact.
  await lockUntilCommit(tx, 'leads', [toLockKey(network ?? sender)]);
  const since = new Date(now.getTime() - HOUR_MS);
  const senderTimes = await listLeadTimes(tx, { sender: { is: sender }, since });
  const all =
    network === null ? [] : await listLeadTimes(tx, { sender: { startsWith: network.replace(/:\/48$/, '') }, since });
  const filling = [senderTimes[MAX_PER_HOUR - 1], all[MAX_PER_HOUR * SENDERS_OF_A_NETWORK - 1]];
  const waits = filling.map((instant) =>
    instant ? Math.ceil((instant.getTime() + HOUR_MS - now.getTime()) / 1_000) : 0,
  );
  return Math.max(...waits);
}

function toColumns(input: LeadInput, publicUrl: string) {
  return {
    firstName: input.first_name.trim(),
    lastName: input.last_name.trim(),
    company: input.company.trim(),
    email: input.email.trim(),
    phone: input.phone.trim(),
    country: input.country.trim(),
    optIn: input.opt_in,
    retUrl: toSafeReturnUrl(input.retURL, publicUrl),
  };
}

/** Keeps only URLs of the shop, to prevent open redirects. */
function toSafeReturnUrl(address: string, publicUrl: string): string {
  const isOwn = address === publicUrl || address.startsWith(`${publicUrl}/`);
  return isOwn && address.length <= LONGEST_RET_URL ? address : '';
}
