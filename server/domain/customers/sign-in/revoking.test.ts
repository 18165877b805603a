import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { createContext } from '#server/bootstrap.ts';
import { databaseKinds } from '#test/support/database.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';

describe.each(databaseKinds())('a bearer on two servers on %s', (kind) => {
  let shop: TestShop;
  let second: Awaited<ReturnType<typeof createContext>>;
  let other: Awaited<ReturnType<typeof createApp>>;
  beforeEach(async () => {
    shop = await openTestShop(kind);
    second = await createContext({ ...shop.context.settings }, shop.context.database);
    second.context.clock.moveTo?.(shop.context.clock.now());
    other = await createApp(second.context, second.providerRoutes);
  });
  afterEach(async () => {
    await other.close();
    await second.context.jobs.stop();
    await shop.close();
  });
  const onBoth = async (token: string) => {
    const url = '/rest/default/V1/customers/me';
    const headers = { authorization: `Bearer ${token}` };
    return [(await shop.app.inject({ url, headers })).statusCode, (await other.inject({ url, headers })).statusCode];
  };

  it('revokes a bearer token immediately on both servers on sign-out', async () => {
    const { token } = await shop.customer();
    expect(await onBoth(token)).toEqual([200, 200]);
    await shop.send('POST mobiledigital/signout', { token });
    expect(await onBoth(token)).toEqual([401, 401]);
  });

  it('rejects a suspended customer immediately on both servers', async () => {
    const { token } = await shop.customer();
    expect(await onBoth(token)).toEqual([200, 200]);
    await shop.stored.change('customers', { suspendedAt: new Date() });
    expect(await onBoth(token)).toEqual([401, 401]);
  });
});
