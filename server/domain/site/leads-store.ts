import { and, desc, eq, gt, lt, sql } from 'drizzle-orm';
import type { Handle } from '#server/platform/database/handle.ts';
import { purgeRows } from '#server/platform/database/purge.ts';
import { leads } from '#server/platform/database/schema/schema.ts';

export type NewLead = typeof leads.$inferInsert;

export async function listLeadTimes(
  handle: Handle,
  { sender, since }: { sender: { is: string } | { startsWith: string }; since: Date },
): Promise<Date[]> {
  const from = 'is' in sender ? eq(leads.address, sender.is) : sql`starts_with(${leads.address}, ${sender.startsWith})`;
  const recent = await handle
    .select({ createdAt: leads.createdAt })
    .from(leads)
    .where(and(from, gt(leads.createdAt, since)))
    .orderBy(desc(leads.createdAt));
  return recent.map(({ createdAt }) => createdAt);
}

export async function insertLead(handle: Handle, lead: NewLead): Promise<void> {
  await handle.insert(leads).values(lead);
}

export async function deleteLeadsBefore(handle: Handle, before: Date): Promise<void> {
  await purgeRows(leads, handle, lt(leads.createdAt, before));
}

export async function deleteLeads(handle: Handle, emails: readonly string[]): Promise<void> {
  const small = sql.param(emails.map((email) => email.toLowerCase()));
  await handle.delete(leads).where(sql`lower(${leads.email}) = any(${small})`);
}
