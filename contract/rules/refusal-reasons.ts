export const REFUSAL_REASONS = [
  'fraud suspected',
  'unlawful order',
  'unverifiable',
  'payment declined',
  'suspended member',
] as const;
export type RefusalReason = (typeof REFUSAL_REASONS)[number];
