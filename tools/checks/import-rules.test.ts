import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls } from '#contract/calls.ts';
import { brokenImports, reexportedStores } from './import-rules.ts';
import { isTestCode, parseImports, readSources, root } from './source-files.ts';

const files = readSources();

describe('imports point down', () => {
  it('forbids imports that break a rule in tools/checks/import-rules.ts', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(brokenImports(files)).toEqual([]);
  });

  it("forbids re-exporting a store's values from another file", () => {
    expect(reexportedStores(files)).toEqual([]);
    const text = `export { openCart } from './carts-store.ts';`;
    expect(reexportedStores([{ path: 'server/domain/cart/open.ts', text, imports: [] }])).toHaveLength(1);
    const type = `export type { CartRow } from './carts-store.ts';`;
    expect(reexportedStores([{ path: 'server/domain/cart/open.ts', text: type, imports: [] }])).toEqual([]);
  });

  it('keeps server code and the implementation of API calls out of browser code [LG-12]', () => {
    const browser = files.filter(({ path }) => path.startsWith('web/') && !isTestCode(path));
    expect(browser.length).toBeGreaterThan(50);
    const reached = browser.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => target?.startsWith('server/')).map(({ target }) => `${path} -> ${target}`),
    );
    expect(reached).toEqual([]);
    const parts = new Set([
      'summary',
      'access',
      'byLink',
      'limit',
      'bodyBytes',
      'cache',
      'idempotency',
      'priority',
      'secret',
      'isKeptOffline',
      'changesCart',
      'store',
      'params',
      'query',
      'body',
      'answer',
    ]);
    for (const [name, call] of Object.entries(calls)) {
      expect([name, Object.keys(call).filter((part) => !parts.has(part))]).toEqual([name, []]);
    }
  });

  it('resolves every import to an existing file', () => {
    const lost = files.flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target !== undefined && /\.tsx?$/.test(target) && !existsSync(join(root, target)))
        .map(({ target }) => `${path} -> ${target}`),
    );
    expect(lost).toEqual([]);
  });
});

describe('import check', () => {
  const file = (path: string, text: string) => ({ path, text, imports: parseImports(path, text) });
  const errorCount = (path: string, text: string) => brokenImports([file(path, text)]).length;

  it.each([
    ['contract/cart/cart.ts', `import type { Clock } from '#server/clock.ts';`],
    ['contract/rules/money/money.ts', `import { cart } from '../../cart.ts';`],
    ['contract/rules/field-errors.ts', `import { fieldErrors } from '../field-errors.ts';`],
    ['web/shop/browse/browse.tsx', `import { rows } from '#server/platform/database/handle.ts';`],
    ['web/shop/browse/browse.tsx', `const late = import('#server/clock.ts');`],
    ['web/shared/api/client.ts', `import { calls } from '#contract/calls.ts';`],
    ['web/shared/api/client.ts', `export * from '#contract/calls.ts';`],
    ['web/ui/button.tsx', `import { brand } from '../shared/brand/giftcard.ts';`],
    ['web/shared/scan/camera.tsx', `import { cart } from '#web/shop/cart/cart.ts';`],
    ['web/till/till.tsx', `import { cart } from '#web/shop/cart/cart.ts';`],
    ['web/shop/shop.tsx', `const till = import('#web/till/till.tsx');`],
    ['server/domain/orders/list-orders.ts', `import { shownName } from '#contract/rules/strangers-words.ts';`],
    ['server/domain/orders/list-orders.ts', `import { lines } from '../cart/store.ts';`],
    ['server/domain/orders/list-orders.ts', `import { lines } from '../cart/lines/cart-lines-store.ts';`],
    ['server/domain/orders/list-orders.ts', `import type { Line } from '../cart/lines/cart-lines-store.ts';`],
    ['server/domain/orders/list-orders.ts', `import { registerCart } from '#server/api/shop/orders/cart-routes.ts';`],
    ['server/domain/cart/pay.ts', `import { stripe } from '#server/integrations/payments/stripe/stripe.ts';`],
    [
      'server/domain/cart/pay.ts',
      `import { createPaymentsProvider } from '#server/integrations/payments/provider/create-provider.ts';`,
    ],
    ['server/settings.ts', `import { stripe } from './integrations/payments/stripe/stripe.ts';`],
    ['server/integrations/messages/phone/phone.ts', `import { send } from '#server/domain/orders/messages/send.ts';`],
    [
      'server/integrations/messages/phone/phone.ts',
      `import type { Sent } from '#server/domain/orders/messages/send.ts';`,
    ],
    ['server/platform/database/open/open-database.ts', `import { find } from '#server/domain/catalogue/browse.ts';`],
    ['server/platform/database/open/open-database.ts', `import { defineRoute } from '../../http/define-route.ts';`],
    ['server/platform/database/open/open-database.ts', `import type { Context } from '#server/context.ts';`],
    ['server/platform/kernel/errors.ts', `import { rows } from '../database/handle.ts';`],
    ['server/platform/kernel/errors.ts', `import type { Handle } from '../database/handle.ts';`],
    ['server/platform/kernel/secrets.ts', `import { createClock } from '#server/clock.ts';`],
    ['server/platform/http/define-route.ts', `import { findSession } from '#server/domain/customers/sessions.ts';`],
    ['server/platform/jobs/queue.ts', `import { stripe } from '#server/integrations/payments/stripe/stripe.ts';`],
    [
      'server/api/shop/sign-in-routes.ts',
      `import { readCustomer } from '#server/domain/customers/customers-store.ts';`,
    ],
    ['server/api/shop/sign-in-routes.ts', `import { all } from '#server/commands/all.ts';`],
    ['server/commands/print-link.ts', `import { registerSignIn } from '#server/api/shop/sign-in-routes.ts';`],
    ['server/commands/print-link.ts', `import { readCustomer } from '#server/domain/customers/customers-store.ts';`],
    ['server/domain/customers/customer.ts', `import { all } from '#server/commands/all.ts';`],
    ['server/domain/customers/customer.ts', `import { createContext } from '#server/bootstrap.ts';`],
    ['server/api/provider-webhooks/stripe-webhook.ts', `import { x } from '#server/domain/orders/orders-store.ts';`],
    ['server/domain/orders/send.ts', `import { x } from '#server/platform/messaging/messages-store.ts';`],
    ['server/platform/jobs/queue.ts', `import { x } from '../messaging/dispatcher.ts';`],
    ['server/app.ts', `import { openTestDatabase } from '#test/support/database.ts';`],
  ])('rejects this import in %s: %s', (path, text) => {
    expect(errorCount(path, text)).toBeGreaterThan(0);
  });

  it.each([
    ['web/shared/api/client.ts', `import type { Calls } from '#contract/calls.ts';`],
    ['web/shared/api/client.ts', `import { type Calls } from '#contract/calls.ts';`],
    ['web/shop/gift-card/recipient/recipient.tsx', `import { checkMobile } from '#contract/rules/customer/mobile.ts';`],
    ['contract/rules/field-errors.ts', `import type { fieldErrors } from '../field-errors.ts';`],
    ['server/domain/orders/placing/place-order.ts', `import { cartContents } from '../cart/contents.ts';`],
    [
      'server/domain/orders/placing/place-order.ts',
      `import type { Payments } from '#server/integrations/payments/port.ts';`,
    ],
    [
      'server/integrations/payments/stripe/stripe.ts',
      `import type { Payments } from './port.ts'; import Stripe from 'stripe';`,
    ],
    ['server/settings.ts', `import { paymentSettings } from './integrations/payments/settings.ts';`],
    ['server/platform/kernel/secrets.ts', `import type { Clock } from '#server/clock.ts';`],
    ['server/domain/customers/customer.ts', `import { readCustomer } from './customers-store.ts';`],
    ['server/api/shop/sign-in-routes.ts', `import type { Row } from '#server/domain/customers/customers-store.ts';`],
    ['server/main.ts', `import { stripePayments } from './integrations/payments/stripe/stripe.ts';`],
    [
      'server/domain/orders/orders.test.ts',
      `import { stripePayments } from '#server/integrations/payments/stripe/stripe.ts';`,
    ],
  ])('accepts this import in %s: %s', (path, text) => {
    expect(errorCount(path, text)).toBe(0);
  });
});
