import { sql } from 'drizzle-orm';
import type { Handle } from '../database/handle.ts';
import { members } from '../database/schema.ts';

type NewMember = Omit<typeof members.$inferInsert, 'id'>;

export async function insertMember(handle: Handle, member: NewMember): Promise<number> {
  const [made] = await handle.insert(members).values(member).returning({ id: members.id });
  return (made as { id: number }).id;
}

/** Case does not matter in an email. */
export async function isEmailTaken(handle: Handle, email: string): Promise<boolean> {
  const [found] = await handle
    .select({ id: members.id })
    .from(members)
    .where(sql`lower(${members.email}) = lower(${email})`)
    .limit(1);
  return found !== undefined;
}
