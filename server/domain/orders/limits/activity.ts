import type { Transaction } from '#server/platform/database/handle.ts';
import type { Settings } from '#server/settings.ts';
import { type CustomerActivity, findCustomerActivity } from '../stores/customer-activity-store.ts';
import {
  DECLINE_WINDOW_MS,
  DECLINES_OF_CUSTOMER,
  UNANSWERED_OF_CUSTOMER,
  UNANSWERED_WINDOW_MS,
} from './payment-limits.ts';

const HOUR_MS = 3_600_000;

type Query = { customerId: number; sender: string; now: Date; settings: Pick<Settings, 'DECLINES_PER_ADDRESS'> };

export function loadCustomerActivity(
  tx: Transaction,
  { customerId, sender, now, settings }: Query,
): Promise<CustomerActivity> {
  const ago = (ms: number): Date => new Date(now.getTime() - ms);
  return findCustomerActivity(tx, {
    customerId,
    sender,
    times: { now, sinceHour: ago(HOUR_MS), sinceDay: ago(UNANSWERED_WINDOW_MS), sinceWindow: ago(DECLINE_WINDOW_MS) },
    limits: {
      ofCustomer: DECLINES_OF_CUSTOMER,
      unanswered: UNANSWERED_OF_CUSTOMER,
      ofSender: settings.DECLINES_PER_ADDRESS,
    },
  });
}
