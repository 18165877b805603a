import { toE164 } from '#contract/rules/customer/mobile.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { Messages } from '#server/platform/ports/messages.ts';
import type { Clock } from '../../../clock.ts';
import { insertMessage, type PhoneMessage, readMessages } from './phone-store.ts';

const MAX_PER_NUMBER = 500;
const MAX_MESSAGES = 100;

export function createPhone({
  database,
  clock,
}: {
  database: Pick<Database, 'orm'>;
  clock: Pick<Clock, 'now'>;
}): Messages {
  return {
    name: 'phone',
    idempotent: true,
    campaignSender: 'phone',
    async send(message) {
      const id = await insertMessage(database.orm, { message, now: clock.now() });
      return { state: 'delivered', providerId: `phone-${id}` };
    },
  };
}

export function listPhoneMessages(
  { database }: { database: Pick<Database, 'orm'> },
  number?: string,
): Promise<PhoneMessage[]> {
  if (number === undefined) return readMessages(database.orm, { to: null, limit: MAX_MESSAGES });
  return readMessages(database.orm, { to: normalizeNumber(number), limit: MAX_PER_NUMBER });
}

/** Many clients send the '+' in a query as a space. */
function normalizeNumber(to: string): string {
  const typed = to.replace(/^ /, '+');
  return toE164(typed) ?? typed;
}
