import type { Handle } from '#server/platform/database/handle.ts';
import { sellers } from '#server/platform/database/schema/schema.ts';

export async function hasSellers(handle: Handle): Promise<boolean> {
  const [first] = await handle.select({ id: sellers.id }).from(sellers).limit(1);
  return first !== undefined;
}
