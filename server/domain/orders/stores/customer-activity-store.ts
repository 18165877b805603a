import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Handle } from '#server/platform/database/handle.ts';
import { ownershipStart } from '#server/platform/database/schema/schema.ts';
import { defineRowsStatement, type Place } from '#server/platform/database/statement.ts';

type Instants = { sinceHour: Date; sinceDay: Date; sinceWindow: Date; now: Date };
type Limits = { ofCustomer: number; unanswered: number; ofSender: number };
type Query = { customerId: number; sender: string; limits: Limits; times: Instants };

const filled = z.date().nullable();
const activityRow = z.object({
  orders: z.int(),
  approved: z.int(),
  declines: z.int(),
  ofCustomer: filled,
  unanswered: filled,
  ofSender: filled,
  isAlarm: z.boolean(),
  openUnits: z.int(),
  openCents: z.int(),
});
export type CustomerActivity = z.output<typeof activityRow>;

type Values = { customerId: number; sender: string } & Record<keyof Instants, string> & Limits;
const readActivity = defineRowsStatement(activityRow, (place: Place<Values>) => {
  const condition = sql`customer_id = ${place('customerId')}`;
  const declined = sql`from payments join orders on orders.id = payments.order_id where ${condition} and declined_at`;
  const first = (limit: keyof Limits) => sql`order by declined_at desc limit 1 offset ${place(limit)}::int - 1`;
  return sql`select
    (select count(*)::int from orders where ${condition} and placed_at >= ${place('sinceHour')}) as orders,
    (select count(*)::int from orders where ${condition} and orders.status in ('approved', 'refunded')
      and created_at >= ${ownershipStart(place('customerId'))}) as approved,
    (select count(*)::int ${declined} >= ${place('sinceHour')} and payments.state <> 'voided') as declines,
    (select declined_at ${declined} > ${place('sinceWindow')} ${first('ofCustomer')}) as "ofCustomer",
    (select declined_at ${declined} > ${place('sinceDay')} and payments.state = 'voided' ${first('unanswered')}) as unanswered,
    (select declined_at from payments where sender = ${place('sender')} and declined_at > ${place('sinceWindow')}
      ${first('ofSender')}) as "ofSender",
    exists (select from decline_alarms where ends_at > ${place('now')}) as "isAlarm",
    (select coalesce(sum(l.qty), 0)::bigint from order_lines l join orders on orders.id = l.order_id
      where ${condition} and orders.status in ('pending', 'held')) as "openUnits",
    (select coalesce(sum(total_cents), 0)::bigint from orders
      where ${condition} and orders.status in ('pending', 'held')) as "openCents"`;
});

/** Returns the customer's recent activity and approved orders, without those of the phone number's previous owner. */
export async function findCustomerActivity(handle: Handle, query: Query): Promise<CustomerActivity> {
  const { customerId, sender, limits, times } = query;
  const instants = {
    sinceHour: times.sinceHour.toISOString(),
    sinceDay: times.sinceDay.toISOString(),
    sinceWindow: times.sinceWindow.toISOString(),
    now: times.now.toISOString(),
  };
  const [activity] = await readActivity(handle, { customerId, sender, ...limits, ...instants });
  if (!activity) throw new Error('The query for the activity of a customer returned no row.');
  return activity;
}
