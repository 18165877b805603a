/** payment-information at another sum than `expected_subtotal`: nothing was charged (docs/decisions/026). */
export const PRICE_CHANGED =
  'A price in your order has just changed. Nothing was charged. Please confirm your order again.';
