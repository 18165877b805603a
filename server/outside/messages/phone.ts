import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { keepMessage } from './phone-store.ts';
import type { Messages } from './port.ts';

/** The demo phone: every message arrives at once and stays in the database, to be read at /phone. */
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
      const id = await keepMessage(database.orm, { message, now: clock.now() });
      return { state: 'delivered', providerId: `phone-${id}` };
    },
  };
}
