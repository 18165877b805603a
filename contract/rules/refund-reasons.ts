/** Why money goes back, as customers may read it; what an operator writes for themselves stands elsewhere. */
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
