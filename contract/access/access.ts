import type { OperatorVerb } from './operator-roles.ts';
import type { SellerVerb } from './seller-roles.ts';

/** 'any' needs no scope: every key may list its redemptions. */
type TillScope = 'check' | 'spend' | 'reverse' | 'any';

/**
 * `till` admits tills, and keys with the scope; `operator` and `seller` check the verb of a role or key. `stepUp` also
 * requires a recent proof.
 */
export type Access =
  | 'public'
  | 'customer'
  | { till: TillScope }
  | { operator: OperatorVerb; stepUp?: true }
  | { seller: SellerVerb };
