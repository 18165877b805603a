import { createStripeId, throwStripeError } from './stripe-state.ts';

type Warning = {
  id: string;
  object: 'radar.early_fraud_warning';
  payment_intent: string;
  fraud_type: string;
  actionable: boolean;
};
type Review = { id: string; object: 'review'; payment_intent: string; reason: string; open: boolean };

export function createWarnings(tell: (type: string, object: unknown) => void) {
  const warnings = new Map<string, Warning>();
  const reviews = new Map<string, Review>();
  const missing = (resource: string, id: string) =>
    throwStripeError(404, {
      type: 'invalid_request_error',
      code: 'resource_missing',
      message: `No such ${resource}: '${id}'`,
    });
  return {
    warn(paymentIntent: string): Warning {
      const id = createStripeId('issfr');
      const fraud_type = 'made_with_stolen_card';
      const warning: Warning = {
        id,
        object: 'radar.early_fraud_warning',
        payment_intent: paymentIntent,
        fraud_type,
        actionable: true,
      };
      warnings.set(id, warning);
      tell('radar.early_fraud_warning.created', warning);
      return warning;
    },
    endWarning(id: string): void {
      const warning = warnings.get(id) ?? missing('warning', id);
      warning.actionable = false;
      tell('radar.early_fraud_warning.updated', warning);
    },
    openReview(paymentIntent: string): Review {
      const review: Review = {
        id: createStripeId('prv'),
        object: 'review',
        payment_intent: paymentIntent,
        reason: 'rule',
        open: true,
      };
      reviews.set(review.id, review);
      tell('review.opened', review);
      return review;
    },
    closeReview(id: string, reason: 'approved' | 'disputed' | 'refunded' | 'refunded_as_fraud'): void {
      const review = reviews.get(id) ?? missing('review', id);
      Object.assign(review, { open: false, reason, closed_reason: reason });
      tell('review.closed', review);
    },
    warningOf: (id: string) => warnings.get(id) ?? missing('warning', id),
    reviewOf: (id: string) => reviews.get(id) ?? missing('review', id),
  };
}
