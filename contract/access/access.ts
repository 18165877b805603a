import type { OperatorVerb } from './operator-roles.ts';
import type { SellerVerb } from './seller-roles.ts';

/** 'any' needs no scope, because every key may list its redemptions. */
type TillScope = 'check' | 'spend' | 'reverse' | 'any';

/**
 * `till` admits tills, and counter keys that have the scope. `operator` and `seller` require the verb in the caller's
 * role or key. `stepUp` also requires a recent sign-in.
 */
export type Access =
  | 'public'
  | 'customer'
  | { till: TillScope }
  | { operator: OperatorVerb; stepUp?: true }
  | { seller: SellerVerb };
