import type { Context } from '#server/context.ts';
import { shownContact } from '#server/domain/customers/customer.ts';
import type { CustomerRow } from '#server/domain/customers/queries.ts';
import { customerSubject, recordAction } from '#server/domain/operators/record-action.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { readPersonalData } from './export-store.ts';

/**
 * Exports a customer's data without secrets (hashes, encrypted gift cards), givers of received cards, and the data of
 * the number's previous owner.
 */
export async function exportCustomer(
  context: Pick<Context, 'database' | 'clock' | 'log'>,
  { customer, actor }: { customer: CustomerRow; actor: Actor },
): Promise<Record<string, unknown>> {
  const { id: customerId, mobile } = customer;
  const contact = shownContact(customer);
  const person = { customerId, mobile, email: contact.email };
  const records = await context.database.transaction(async (tx) => {
    const found = await readPersonalData(tx, person);
    const rows = Object.values(found).reduce((sum, list) => sum + list.length, 0);
    const act = { action: 'customer.exported', subject: customerSubject(customerId), after: { rows } } as const;
    await recordAction({ actor, clock: context.clock }, tx, act);
    return found;
  });
  logSecurity(context.log, 'customer.exported', { customerId });
  const profile = records.profile?.map((row) => ({ ...row, ...contact, unproved_email: undefined }));
  return { exported_at: context.clock.now().toISOString(), ...records, profile };
}
