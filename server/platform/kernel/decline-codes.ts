export const DECLINE_CODES = ['card_declined', 'card_without_funds', 'payment_failed'] as const;
export type DeclineCode = (typeof DECLINE_CODES)[number];
