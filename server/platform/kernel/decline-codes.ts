/** Why a bank declined a payment, where its words are those of an error code of ours. */
export const DECLINE_CODES = ['card_declined', 'card_without_funds', 'payment_failed'] as const;
export type DeclineCode = (typeof DECLINE_CODES)[number];
