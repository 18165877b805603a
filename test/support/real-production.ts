/** Settings of production that is no demonstration. */
export const realProduction = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://shop.example',
  TRUST_PROXY: '1',
  SEED: 'none',
  SESSION_SECRET: 'a secret that is long enough to be one',
  CARD_KEYS: `k1:${'x'.repeat(32)}`,
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_test',
  MESSAGES: 'clicksend',
  CLICKSEND_USERNAME: 'x',
  CLICKSEND_API_KEY: 'y',
  CLICKSEND_HOOK_SECRET: 'x'.repeat(24),
};
