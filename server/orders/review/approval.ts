import type { CardFacts } from '../../integrations/payments/port.ts';
import type { HeldFor } from '../../kernel/states/order.ts';
import type { Settings } from '../../settings.ts';

export type ApprovalFacts = {
  totalCents: number;
  /** No order of this customer was approved before. */
  isFirst: boolean;
  ordersLastHour: number;
  declinesLastHour: number;
};
export type ApprovalLimits = {
  maxTotalDollars: number;
  firstOrderDollars: number;
  ordersPerHour: number;
  declines: number;
};

/** THE approval rule: null approves at once; a held order is authorised, not captured. */
export function heldFor(facts: ApprovalFacts, limits: ApprovalLimits): HeldFor | null {
  if (facts.totalCents > limits.maxTotalDollars * 100) return 'value';
  if (facts.isFirst && facts.totalCents > limits.firstOrderDollars * 100) return 'first order';
  if (facts.ordersLastHour >= limits.ordersPerHour) return 'velocity';
  if (facts.declinesLastHour >= limits.declines) return 'declines';
  return null;
}

type Mismatch = { rule: Settings['APPROVAL_MISMATCH'] /** Of the order's addresses. */; countries: readonly string[] };

/** The rule of what only the bank knows: null captures the payment that it has authorised. */
export function mismatchOf(card: CardFacts | undefined, { rule, countries }: Mismatch): HeldFor | null {
  if (rule === 'off' || card === undefined) return null;
  if (card.failedChecks.includes('postcode')) return 'postcode check';
  if (card.failedChecks.includes('security code')) return 'security code check';
  if (rule === 'all' && card.country !== null && !countries.includes(card.country)) return 'card country';
  return null;
}
