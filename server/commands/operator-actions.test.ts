import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OPERATOR_ROLES } from '#contract/access/operator-roles.ts';
import { expireCards } from '#server/domain/gift-cards/ledger/expire-cards.ts';
import { AUDIT_EVENTS } from '#server/domain/operators/record-action.ts';
import { reconcilePayments } from '#server/domain/orders/provider-events/reconcile-payments.ts';
import { writeBackup } from '#server/platform/backup/write-backup.ts';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { machine } from '#test/support/actors.ts';
import { BACKUP_KEY, createEmptyPlace } from '#test/support/backups.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { startStripe } from '#test/support/providers.ts';
import { openTestShop, type TestShop } from '#test/support/shop.ts';
import { storedRows } from '#test/support/stored.ts';
import { computeTableSums } from '#test/support/table-sums.ts';
import { type CommandName, commands } from './all.ts';
import { checkCommandVerb, openShop } from './shared/command.ts';

const NUMBER = '000000001';
const ANN = '+61412345678';
const KEY_EVENTS: ReadonlySet<string> = new Set([
  'card.held',
  'card.redeemed',
  'hold.captured',
  'hold.released',
  'redemption.reversed',
]);
const formatCommandName = (command: string, word: string) => `${command} ${word}`.trim();

const entries = await Promise.all(
  Object.entries(commands).map(async ([name, load]) => [name as CommandName, await load()] as const),
);
const all = entries.flatMap(([command, { words }]) =>
  Object.entries(words).map(([word, { needs, leaves }]) => ({
    command,
    words,
    word,
    needs,
    leaves,
    name: formatCommandName(command, word),
  })),
);

type At = {
  shop: TestShop;
  wren: Customer;
  stripe: Awaited<ReturnType<typeof startStripe>>;
  folder: string;
  file: (name: string, text: string) => string;
  close: () => Promise<void>;
};
type Prepared = { argv: string[]; elsewhere?: boolean };

const buyHeldCards = async (setup: At) => void (await setup.wren.buyCards());
const buyApprovedCards = async (setup: At) => {
  await buyHeldCards(setup);
  await act(setup, 'orders', 'approve', NUMBER);
};
const act = async (setup: At, command: CommandName, ...argv: string[]) =>
  giveCommand(setup.shop.context, await commands[command](), ...argv);
const buyApprovedGoods = async (setup: At) => {
  await setup.wren.buyGoods({ MUG: 1 });
  await act(setup, 'orders', 'approve', NUMBER);
};
const csv =
  'sku,product_type,name,price,qty,product_online,visibility,additional_attributes\nCUP,simple,Cup,5.00,1,1,"Catalog, Search",vendor=V\n';

const SCENARIOS: Record<string, (setup: At) => Promise<Prepared> | Prepared> = {
  import: (setup) => ({ argv: [setup.file('p.csv', csv)] }),
  export: () => ({ argv: ['--format', 'shopify'] }),
  places: (setup) => ({ argv: [setup.file('places.csv', 'locality,state,postcode\nPyrmont,NSW,2009\n')] }),
  'orders held': () => ({ argv: ['held'] }),
  'orders list': () => ({ argv: ['list'] }),
  'orders warned': () => ({ argv: ['warned'] }),
  'orders unsent': () => ({ argv: ['unsent'] }),
  'orders show': (setup) => buyHeldCards(setup).then(() => ({ argv: ['show', NUMBER] })),
  'orders approve': (setup) => buyHeldCards(setup).then(() => ({ argv: ['approve', NUMBER] })),
  'orders refuse': (setup) =>
    buyHeldCards(setup).then(() => ({ argv: ['refuse', NUMBER, '--reason', 'unverifiable'] })),
  'orders refund': (setup) =>
    buyApprovedCards(setup).then(() => ({ argv: ['refund', NUMBER, '--yes', '--note', 'asked for'] })),
  async 'orders clear'(setup) {
    await buyApprovedCards(setup);
    setup.stripe.state.warnings.warn([...setup.stripe.state.intents.keys()][0] ?? '');
    const post = { method: 'POST', url: '/webhooks/stripe' } as const;
    await setup.shop.app.inject({ ...post, ...setup.stripe.post('radar.early_fraud_warning.created') });
    return { argv: ['clear', NUMBER, '--note', 'spoke to them'] };
  },
  async 'orders receipt'(setup) {
    await buyApprovedCards(setup);
    await setup.shop.stored.change('messages', { state: 'unknown' }, { purpose: 'receipt' });
    return { argv: ['receipt', NUMBER] };
  },
  'orders pack': (setup) => buyApprovedGoods(setup).then(() => ({ argv: ['pack', NUMBER] })),
  'orders ship': (setup) => buyApprovedGoods(setup).then(() => ({ argv: ['ship', NUMBER] })),
  async 'orders received'(setup) {
    await buyApprovedGoods(setup);
    await act(setup, 'orders', 'ship', NUMBER);
    return { argv: ['received', NUMBER] };
  },
  operator: () => ({ argv: ['--mobile', ANN, '--role', 'owner'] }),
  'operator --list': () => ({ argv: ['--list'] }),
  'operator actions': () => ({ argv: ['actions'] }),
  'cards show': (setup) => buyApprovedCards(setup).then(() => ({ argv: ['show', '0491570156'] })),
  'cards correct': (setup) =>
    buyApprovedCards(setup).then(() => ({ argv: ['correct', '0491570156', '--mobile', '0491570157', '--yes'] })),
  'seller list': () => ({ argv: ['list'] }),
  'seller contact': () => ({ argv: ['contact', '--seller', 'teapots', '--hours', 'Mon-Fri 9-5'] }),
  'seller gst': () => ({ argv: ['gst', '--seller', 'teapots', '--registered', 'no'] }),
  'seller key': () => ({ argv: ['key', '--seller', 'teapots'] }),
  'seller till': () => ({ argv: ['till', '--seller', 'teapots'] }),
  'seller keys': () => ({ argv: ['keys', '--seller', 'teapots'] }),
  async 'seller revoke'(setup) {
    await act(setup, 'seller', 'key', '--seller', 'teapots');
    return { argv: ['revoke', '--seller', 'teapots', '--key', '1'] };
  },
  books: () => ({ argv: ['--month', '2026-11'] }),
  'books check': () => ({ argv: ['check'] }),
  async 'books reinstate'(setup) {
    await buyApprovedCards(setup);
    const { publicId, expiresAt } = await setup.shop.lastCard();
    setup.shop.context.clock.moveTo?.(new Date(Number(expiresAt) + 1_000));
    await expireCards(setup.shop.context);
    return { argv: ['reinstate', '--card', publicId, '--note', 'asked for'] };
  },
  'keys check': () => ({ argv: ['check'] }),
  'keys rotate': () => ({ argv: ['rotate'] }),
  'keys reseal': () => ({ argv: ['reseal'] }),
  async 'keys remove'(setup) {
    await setup.shop.stored.add('keyChecks', { keyId: 'k9', checkValue: 'x', createdAt: new Date() });
    return { argv: ['remove', 'k9'] };
  },
  backup: (setup) => ({ argv: [join(setup.folder, 'b.backup')] }),
  async restore(setup) {
    const file = join(setup.folder, 'r.backup');
    const takenAt = setup.shop.context.clock.now();
    await writeBackup(setup.shop.context.database, { file, takenAt, key: BACKUP_KEY });
    return { argv: [file, '--unsigned'], elsewhere: true };
  },
  doctor: () => ({ argv: [] }),
  'copy-files': () => ({ argv: [] }),
  'customers export': () => ({ argv: ['export', ANN] }),
  'customers erase': () => ({ argv: ['erase', '--mobile', ANN, '--note', 'asked for'] }),
  'customers suspend': () => ({ argv: ['suspend', '1', '--note', 'asked for'] }),
  async 'customers resume'(setup) {
    await setup.shop.stored.change('customers', ({ createdAt }) => ({ suspendedAt: createdAt }));
    return { argv: ['resume', '1', '--note', 'asked for'] };
  },
  'customers move': () => ({ argv: ['move', '1', '--to', '0491570156', '--note', 'asked for'] }),
  'customers sessions': () => ({ argv: ['sessions', ANN] }),
  'customers sessions --end': () => ({ argv: ['sessions', ANN, '--end'] }),
  link: () => ({ argv: ['--mobile', ANN] }),
  'link --send': () => ({ argv: ['--mobile', ANN, '--send', 'Our spring cards are here.'] }),
  'link --list': () => ({ argv: ['--list', '--mobile', ANN] }),
  async 'link --revoke'(setup) {
    await act(setup, 'link', '--mobile', ANN);
    return { argv: ['--revoke', '1'] };
  },
};

it('covers every subcommand with a scenario and every audit event with a command', () => {
  expect(Object.keys(SCENARIOS).sort()).toEqual(all.map(({ name }) => name).sort());
  const events = all.flatMap(({ leaves = [] }) => leaves);
  expect(AUDIT_EVENTS.filter((event) => !KEY_EVENTS.has(event)).sort()).toEqual(events.sort());
});

it.each(all)(
  'requires the right $needs from an operator, but not from the machine, for npm run $name',
  ({ words, word, needs }) => {
    const argv = word.split(' ');
    const operator: Actor = { kind: 'operator', osUser: 'wren', operatorId: 1, name: 'Robin', roles: [] };
    expect(() => checkCommandVerb({ words }, { actor: operator, argv })).toThrow(
      `Robin may not do this: it needs the permission ${needs}, `,
    );
    checkCommandVerb({ words }, { actor: { ...operator, roles: OPERATOR_ROLES }, argv });
    checkCommandVerb({ words }, { actor: machine, argv });
  },
);

const nothing = () => undefined;
const silent = {
  say: nothing,
  complain: nothing,
  progress: nothing,
  write: async () => undefined,
  ask: async () => null,
};

const sumTables = ({ shop }: At) => computeTableSums(shop, { but: ['operatorActions'] });

async function openPlace(kind: DatabaseKind): Promise<At> {
  const folder = mkdtempSync(join(tmpdir(), 'handsel-actions-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const mail = { MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'shop@handsel.example' };
  const stripe = await startStripe();
  const env = { APPROVAL_MAX_TOTAL: '1', DATA_DIR: folder, CARD_KEYS: '', ...mail };
  const shop = await openTestShop(kind, { env, providers: [stripe] });
  const wren = await shop.customer();
  const close = () => shop.close().finally(() => rmSync(folder, { recursive: true }));
  return { shop, wren, stripe, folder, file, close };
}

const listActionRows = (database: Database) => storedRows(database).all('operatorActions');

describe.each(databaseKinds())('read-only operator commands on %s', (kind) => {
  let setup: At;
  beforeAll(async () => {
    setup = await openPlace(kind);
  });
  afterAll(() => setup.close());

  it.each(all.filter(({ leaves }) => leaves === undefined))(
    'leaves all rows unchanged after npm run $name',
    async ({ command, name }) => {
      const prepared = await SCENARIOS[name]?.(setup);
      const before = await sumTables(setup);
      const rows = await listActionRows(setup.shop.context.database);
      if (command !== 'copy-files') await act(setup, command, ...(prepared?.argv ?? []));
      expect(await sumTables(setup)).toEqual(before);
      expect(await listActionRows(setup.shop.context.database)).toEqual(rows);
    },
  );
});

describe.each(databaseKinds())('the operator action log on %s', (kind) => {
  let setup: At;
  let place: Awaited<ReturnType<typeof createEmptyPlace>> | undefined;
  beforeEach(async () => {
    setup = await openPlace(kind);
  });
  afterEach(async () => {
    await setup.close();
    await place?.remove();
    place = undefined;
  });

  it.each(all.filter(({ leaves }) => leaves !== undefined))(
    'logs an operator action for npm run $name',
    async ({ command, name, leaves }) => {
      const prepared = await SCENARIOS[name]?.(setup);
      const before = (await listActionRows(setup.shop.context.database)).length;
      if (prepared?.elsewhere) {
        const target = await createEmptyPlace(kind);
        place = target;
        const loaded = await commands[command]();
        const shop = { ...openShop(setup.shop.context, machine), newDatabase: target.fill };
        const output = { ...silent, signal: new AbortController().signal };
        expect(await loaded.read(prepared.argv, '/')(shop, output)).toBe(0);
        const opened = await target.open();
        expect((await listActionRows(opened)).at(-1)).toMatchObject({ action: leaves, osUser: 'wren' });
        await opened.close();
        return;
      }
      const unchanged = await sumTables(setup);
      const result = await act(setup, command, ...(prepared?.argv ?? []));
      expect(result).toMatchObject({ status: 0, errorOutput: [] });
      const rows = (await listActionRows(setup.shop.context.database)).slice(before);
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) expect(row).toMatchObject({ action: leaves, osUser: 'wren' });
      expect(rows.some((row) => row.before !== null || row.after !== null)).toBe(true);
      if (!name.startsWith('keys') && name !== 'customers export')
        expect(await sumTables(setup)).not.toEqual(unchanged);
      expect(JSON.stringify(rows)).not.toMatch(/\+614|hsk_|Wren Banks|example\.com/);
    },
  );

  it("logs both the start of an operator's action and its outcome at Stripe", async () => {
    await buyHeldCards(setup);
    await act(setup, 'operator', '--mobile', '0412345679', '--name', 'Robin');
    const before = (await listActionRows(setup.shop.context.database)).length;
    await act(setup, 'orders', 'refuse', NUMBER, '--reason', 'fraud suspected', '--as', '0412345679');
    const rows = (await listActionRows(setup.shop.context.database)).slice(before);
    expect(rows.map(({ subject, before, after }) => ({ subject, before, after }))).toEqual([
      {
        subject: `order ${NUMBER}`,
        before: { status: 'held', heldFor: 'value' },
        after: { state: 'begun', reason: 'fraud suspected' },
      },
      {
        subject: `order ${NUMBER}`,
        before: { status: 'held', heldFor: 'value' },
        after: { status: 'refused', reason: 'fraud suspected' },
      },
    ]);
    const { output } = await act(setup, 'operator', 'actions', '--order', '1');
    expect(output[1]).toBe(
      '2026-11-02T01:00Z Robin (wren): order.refused, order 000000001: status held, held for value -> reason fraud suspected, status refused',
    );
  });

  it('lists a refund action with its amounts in dollars', async () => {
    await buyApprovedCards(setup);
    await act(setup, 'orders', 'refund', '1', '--yes', '--amount', '5', '--note', 'late');
    const { output } = await act(setup, 'operator', 'actions', '--order', NUMBER);
    expect(output.at(-1)).toBe(
      '2026-11-02T01:00Z wren: order.refunded, order 000000001: status approved -> what (amount $5.00), reason other, refunds (id 1, tender payment card, amount $5.00) (late)',
    );
  });

  it('logs no operator action for payments that the shop reconciles by itself', async () => {
    await buyApprovedCards(setup);
    await reconcilePayments(setup.shop.context);
    expect(await listActionRows(setup.shop.context.database)).toHaveLength(2);
  });

  it.each([[['list', '--as']], [['list', '--as', ' ']], [['list', '--as=']]])(
    'explains that --as needs a value: %j',
    async (argv) => {
      await expect(act(setup, 'seller', ...argv)).rejects.toThrow('--as takes the mobile number of an operator.');
    },
  );

  it('rejects an operator who lacks the required right, and changes nothing', async () => {
    await buyHeldCards(setup);
    await act(setup, 'operator', '--mobile', '0412345679', '--name', 'Robin');
    const before = await listActionRows(setup.shop.context.database);
    const attempt = act(setup, 'import', setup.file('p.csv', csv), '--as', '0412345679');
    await expect(attempt).rejects.toThrow(
      'Robin may not do this: it needs the permission catalogue.many, which the role owner or catalogue has.',
    );
    expect(await listActionRows(setup.shop.context.database)).toEqual(before);
  });

  it('accepts only the mobile of an enabled operator for --as, and logs the name', async () => {
    await expect(act(setup, 'seller', 'list', '--as', '0412345679')).rejects.toThrow('is not an operator');
    await expect(act(setup, 'seller', 'list', '--as', 'Managing Director')).rejects.toThrow('is not an operator');
    await act(setup, 'operator', '--mobile', '0412345679', '--name', 'Robin', '--role', 'owner');
    await act(setup, 'seller', 'key', '--seller', 'teapots', '--as', '0412345679');
    expect(await setup.shop.stored.last('operatorActions')).toMatchObject({
      actor: 'operator',
      osUser: 'wren',
      actingAs: 'Robin',
      operatorId: 1,
    });
    await act(setup, 'operator', '--mobile', '0412345679', '--disable');
    await expect(act(setup, 'seller', 'list', '--as=0412345679')).rejects.toThrow('is disabled');
  });
});
