import type { OperatorVerb } from './operator-roles.ts';
import type { SellerVerb } from './seller-roles.ts';

/** What a seller's key needs to spend gift cards at a counter; 'any': no scope, since every key lists its redemptions. */
type TillScope = 'check' | 'spend' | 'reverse' | 'any';

/**
 * Who may make a call. `till` admits tills, and a seller's software whose key has the scope. `operator` admits operators
 * with a role that has the verb; `stepUp` asks for a recent proof as well. `seller` admits a seller's people whose role
 * has the verb, and keys with a scope that has it.
 */
export type Access =
  | 'public'
  | 'customer'
  | { till: TillScope }
  | { operator: OperatorVerb; stepUp?: true }
  | { seller: SellerVerb };
