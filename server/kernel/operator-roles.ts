/** What an operator may do: an owner everything, also who is an operator; staff decide orders and give money back. */
export const OPERATOR_ROLES = ['owner', 'staff'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
