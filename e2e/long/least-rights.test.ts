import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { openPostgres } from '#server/platform/database/postgres/postgres.ts';
import { fillCart, pay, signIn } from '#test/support/customer.ts';
import { hasPostgres, makeBarePostgres } from '#test/support/database.ts';
import { createRole, listAllowedOwnerStatements } from '#test/support/database-roles.ts';
import { storedRows } from '#test/support/stored.ts';
import { prepareDemoCard } from '../steps/demo-card.ts';
import { createDataFolder, type RunningServer, startServer } from '../steps/server.ts';
import { runTool } from '../steps/tool.ts';

describe.runIf(hasPostgres())('a shop whose database role owns nothing', () => {
  const folder = createDataFolder();
  let postgres: Awaited<ReturnType<typeof makeBarePostgres>>;
  let owner: Database;
  let role: Awaited<ReturnType<typeof createRole>>;
  let env: Record<string, string>;
  const servers: RunningServer[] = [];

  beforeAll(async () => {
    postgres = await makeBarePostgres();
    owner = await openPostgres({ databaseUrl: postgres.databaseUrl });
    role = await createRole(owner);
    const url = new URL(postgres.databaseUrl);
    url.username = role.name;
    env = {
      DATA_DIR: folder.path,
      DATABASE_URL: url.href,
      DATABASE_OWNER_URL: postgres.databaseUrl,
      WEB: 'none',
      HUMAN_CHECK: 'none',
      SESSION_SECRET: 'the same secret for all servers of the shop',
      CARD_KEYS: 'k1:the same key of gift cards for all servers of the shop',
      CLOCK_FROM: '2026-11-02T01:00:00Z',
    };
    servers.push(...(await Promise.all([startServer(env), startServer(env)])));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await role?.remove();
    await owner?.close();
    await postgres?.remove();
    folder.remove();
  });

  it('sells gift cards, delivers them and runs commands with a role that owns nothing', async () => {
    const [server] = servers as [RunningServer];
    const { send, phone } = server;
    const customer = await signIn(send, phone, '+61412345678');
    const when = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney', to: '0491570157' };
    await fillCart(send, customer, [await prepareDemoCard(send, customer, when)]);
    expect((await pay(send, customer, 'pm_card_visa')).status).toBe(200);
    await expect.poll(async () => (await phone('+61491570157')).length).toBe(2);
    expect(await runTool(env, 'orders', 'held')).toMatchObject({ status: 0, stderr: '' });
    const { stdout } = await runTool(env, 'doctor');
    expect(stdout).toContain('The role of DATABASE_URL has the rights it needs.');
  });

  it('lets the database role change rows but no tables', async () => {
    const shop = await openPostgres({ databaseUrl: String(env.DATABASE_URL) });
    try {
      expect(await listAllowedOwnerStatements(shop)).toEqual([]);
      expect(await storedRows(shop).count('orders')).toBe(1);
    } finally {
      await shop.close();
    }
  });

  it('refuses to start when DATABASE_URL names the role that owns the tables', async () => {
    const both = { ...env, DATABASE_URL: postgres.databaseUrl };
    await expect(startServer(both)).rejects.toThrow(/DATABASE_OWNER_URL and DATABASE_URL name the same role/);
    expect((await runTool(both, 'doctor')).stdout).toContain('The role of DATABASE_URL may change tables');
  });
});
