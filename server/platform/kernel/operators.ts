import type { OperatorRole } from '#contract/access/operator-roles.ts';

/** The role that is kept of an operator. */
export const KEPT_ROLES = ['owner', 'staff'] as const;
export type KeptRole = (typeof KEPT_ROLES)[number];

/** What a kept role stands for: staff decide orders and help customers. */
export const rolesOf = (role: KeptRole): readonly OperatorRole[] =>
  role === 'owner' ? ['owner'] : ['risk', 'support'];
