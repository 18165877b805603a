/** Customers can read these reasons, unlike operators' notes. A new reason needs a migration of `refunds_reason`. */
export const REFUND_REASONS = [
  'not available',
  'damaged',
  'not received',
  'returned',
  'order changed',
  'goodwill',
  'charged twice',
  'other',
] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];
