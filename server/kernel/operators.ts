/** What an operator may do: an owner everything, also who is an operator; staff decide orders and give money back. */
export const OPERATOR_ROLES = ['owner', 'staff'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
/**
 * Who gives an operator's command: the user of the operating system, and whom they say by --as that they act for ('' for
 * nobody else); `operatorId`: where that is an operator of this installation.
 */
export type Actor = { osUser: string; actingAs: string; operatorId: number | null };

/** The name that is shown for them. */
export const actorName = ({ osUser, actingAs }: Actor): string => actingAs || osUser;
