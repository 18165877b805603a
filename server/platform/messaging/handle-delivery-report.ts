import type { Context } from '#server/context.ts';
import type { DeliveryReport } from '#server/platform/ports/messages.ts';
import * as store from './messages-store.ts';
import type { PurposeHandlers } from './purposes.ts';
import { recordState } from './record-state.ts';

const OPEN = ['queued', 'claimed', 'sent', 'unknown'] as const;

/**
 * Applies a delivery report, which may arrive out of order, even before we record the carrier's response. Resolves
 * 'unknown' messages. 'Delivered' is final; 'failed' is final only if the carrier had responded.
 */
export async function handleDeliveryReport(
  context: Context,
  purposes: PurposeHandlers,
  report: DeliveryReport,
): Promise<void> {
  const message = await store.findReported(context.database.orm, report);
  if (!message) {
    context.log.info({ ref: report.ref, state: report.state }, 'message.report_unknown');
    return;
  }
  const now = context.clock.now();
  const failed = report.state === 'failed';
  const set = {
    ...(report.providerId === undefined ? {} : { providerId: report.providerId }),
    sentAt: message.sentAt ?? now,
    deliveredAt: report.state === 'delivered' ? now : null,
    error: failed ? (report.reason ?? 'The carrier could not deliver the message.') : null,
    problem: failed ? (report.problem ?? 'unreachable') : null,
  };
  const from = message.providerId === null ? [...OPEN, 'failed' as const] : OPEN;
  const handler = purposes[message.purpose];
  const moved = await recordState(context, { message, handler, from, to: report.state, set });
  if (moved)
    context.log.info({ messageId: message.id, purpose: message.purpose, state: report.state }, 'message.reported');
}
