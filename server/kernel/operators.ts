/** What an operator may do: an owner everything, also who is an operator; staff decide orders and give money back. */
export const OPERATOR_ROLES = ['owner', 'staff'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];
/**
 * Who gives an operator's command: the user of the operating system's login, and the name of the operator whose mobile
 * stands behind --as, with that operator's id. Without --as, `actingAs` is '' and `operatorId` is null.
 */
export type Actor = { osUser: string; actingAs: string; operatorId: number | null };

/** The name that is shown for them. */
export const actorName = ({ osUser, actingAs }: Actor): string => actingAs || osUser;
