import type { HeldFor } from '../../kernel/states/order.ts';

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
