import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { customersCommand } from '#server/commands/customers/customers.ts';
import { makeLink } from '#server/domain/customers/campaigns/links.ts';
import { machine } from '#test/support/actors.ts';
import { signIn } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { deliverCard } from '#test/support/deliver-card.ts';
import { give } from '#test/support/give-command.ts';
import { openStripeShop, type StripeShop } from '#test/support/stripe-shop.ts';

const ANN = '+61412345678';

describe.each(databaseKinds())('what people ask about themselves on %s', (kind) => {
  let at: StripeShop;
  beforeEach(async () => {
    at = await openStripeShop(kind);
  });
  afterEach(() => at.close());

  const customers = (...argv: string[]) => give(at.shop.context, customersCommand, ...argv);
  const erase = (...more: string[]) => customers('erase', '--mobile', ANN, '--note', 'asked for', ...more);
  const me = async () => (await at.shop.send('GET customers/me', { token: at.customer.token })).status;
  const buy = async () => expect((await at.buy('pm_card_visa')).status).toBe(200);
  const deliver = async () => {
    at.shop.context.clock.moveTo?.(new Date('2026-11-02T01:31:00Z'));
    for (const { id } of await at.query('select id from gift_cards'))
      await deliverCard(at.shop.context, Number(id), { last: true });
  };
  /** Everything in the database as text, but for the demo phone and the queue. */
  async function everything(): Promise<string> {
    const tables = await at.query(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    const texts = await Promise.all(
      tables.map(
        async ({ name }) => `${name}: ${JSON.stringify(await at.query(`select to_jsonb(t) as row from ${name} t`))}`,
      ),
    );
    return texts.join('\n');
  }

  test('a copy has all that is held of them, and nothing that opens anything', async () => {
    await buy();
    await deliver();
    const { status, said } = await customers('export', ANN);
    expect(status).toBe(0);
    const copy = JSON.parse(said.join(''));
    expect(copy).toMatchObject({
      profile: [{ mobile: ANN, lastname: 'Banks' }],
      addresses: [{ city: 'Pyrmont' }],
      orders: [{ number: 1 }],
      gift_cards_given: [{ recipient_mobile: '+61491570156', delivery_state: 'delivered' }],
      sessions: [{ by_link: false }],
      payment_provider: [{ account: 'stripe-test', provider_customer_id: expect.stringContaining('cus_') }],
    });
    const secrets = await at.query(`select sealed as secret from gift_cards union all select code_hash from gift_cards
      union all select link_hash from gift_cards union all select token_hash from sessions union all select code_hash from sign_in_codes`);
    for (const { secret } of secrets) expect(said.join('')).not.toContain(String(secret));
    expect(await customers('export', '0412345679')).toMatchObject({
      status: 1,
      complained: ['No customer has that mobile or id.'],
    });
  });

  test('a copy for who has not proved an old account has nothing of before', async () => {
    await buy();
    await deliver();
    await at.query("update customers set unproved_since = '2026-11-02T01:30:00Z', unproved_email = email");
    const copy = JSON.parse((await customers('export', ANN)).said.join(''));
    expect(copy).toMatchObject({ addresses: [], orders: [], order_lines: [], gift_cards_given: [], carts: [] });
    expect(copy.profile).toMatchObject([{ email: expect.stringContaining('•••'), lastname: 'B.' }]);
    expect((await erase()).complained).toContainEqual(expect.stringMatching(/^They have not proved since 2026-11-02/));
  });

  test('erased, nothing anywhere says who they were; orders and the ledger add up as before', async () => {
    await buy();
    await deliver();
    await at.query(`update gift_card_details set recipient_message = 'Dear Robin'`);
    const sums = () =>
      at.query(`select (select sum(total_cents) from orders)::int as orders,
      (select sum(posted_cents) from gift_card_entries)::int as entries, (select count(*) from customers)::int as customers`);
    const before = await sums();
    expect(await erase('--force')).toEqual({
      status: 0,
      said: ['Customer 1 is erased. Backups made before still have what was there.'],
      complained: [],
    });
    const left = await everything();
    for (const word of [ANN, 'Banks', 'Wren', 'example.com', 'Fig Street', 'Pyrmont', 'Dear Robin', 'cus_'])
      expect({ word, in: left.split('\n').filter((line) => line.includes(word)) }).toEqual({ word, in: [] });
    expect(left).toContain('2009');
    expect(await sums()).toEqual(before);
    expect(at.stripe.state.customers.size).toBe(0);
    expect(await me()).toBe(401);
    expect(await erase()).toMatchObject({ status: 1 });
    expect((await customers('erase', '1', '--note', 'again')).complained).toContain('They are erased already.');
  });

  test('erased, the card they gave still works and says nothing of them; the mobile may have a new account', async () => {
    await buy();
    await deliver();
    const text = (await at.shop.phone('+61491570156')).find(({ kind: of }) => of === 'sms')?.text ?? '';
    await erase('--force');
    const card = await at.shop.send('GET mobiledigital/card', { query: { secret: text.split('/card/')[1] ?? '' } });
    expect(card).toMatchObject({ status: 200 });
    expect(JSON.stringify(card.body)).not.toContain('Wren');
    at.shop.context.clock.moveTo?.(new Date(at.shop.context.clock.ms() + 3_600_000));
    const again = await signIn(at.shop.send, at.shop.phone, ANN);
    const orders = await at.shop.send('GET mobiledigital/orders', { token: again.token });
    expect(orders.body.orders).toEqual([]);
  });

  test('is refused while something is open, and says what; value on cards is a matter of --force', async () => {
    await buy();
    const refused = await erase('--force');
    expect(refused).toMatchObject({ status: 1, said: [] });
    expect(refused.complained[0]).toMatch(/^Gift card gc_\w+ is sent on 2026-11-02\.$/);
    await deliver();
    expect((await erase()).complained).toEqual([
      expect.stringMatching(/^Gift card gc_\w+ has \$25\.00 left\. With --force/),
      'Customer 1 is not erased.',
    ]);
    await at.query(`update orders set status = 'held'`);
    expect((await erase('--force')).complained).toEqual(['Order 000000001: held.', 'Customer 1 is not erased.']);
    expect(await me()).toBe(200);
  });

  test('a provider that does not answer keeps everything as it is, and the command can be given again', async () => {
    await buy();
    await deliver();
    await at.proxy.set('down');
    expect(await erase('--force')).toMatchObject({
      status: 1,
      complained: [expect.stringContaining('nothing was erased')],
    });
    expect(await at.query('select erased_at from customers')).toEqual([{ erased_at: null }]);
    await at.proxy.set('works');
    expect((await erase('--force')).status).toBe(0);
  });

  test('a suspended customer is out at once and cannot come back until resumed', async () => {
    expect(await me()).toBe(200);
    expect(await customers('suspend', ANN, '--note', 'fraud')).toMatchObject({ status: 0 });
    await expect.poll(me).toBe(401);
    expect((await customers('suspend', '1', '--note', 'fraud')).said).toEqual(['Customer 1 was suspended before.']);
    expect((await customers('resume', '1', '--note', 'mistake')).said).toEqual([
      'Customer 1 is not suspended any more.',
    ]);
    expect(await me()).toBe(401);
  });

  test('an account is moved to a number that is free: its customer signs in with that one, and pays with no old card', async () => {
    const move = (to: string) => customers('move', ANN, '--to', to, '--note', 'showed an identity card');
    const other = await signIn(at.shop.send, at.shop.phone, '+61491570157');
    expect(await move('0491570157')).toMatchObject({
      status: 1,
      complained: ['Another account has that number. Move or erase that account first.'],
    });
    expect([await me(), other.token]).toEqual([200, expect.any(String)]);
    expect(await move('0491 570 156')).toMatchObject({
      status: 0,
      said: [expect.stringMatching(/^Customer 1 signs in with the new number\./)],
    });
    await expect.poll(me).toBe(401);
    const [customer] = await at.query(
      'select mobile, cards_from is not null as cards_asked from customers where id = 1',
    );
    expect(customer).toEqual({ mobile: '+61491570156', cards_asked: true });
    const sent = await at.query("select channel, recipient from messages where purpose = 'mobile-changed'");
    expect(sent).toEqual([{ channel: 'sms', recipient: ANN }]);
    expect((await customers('move', '1', '--to', '0491570156', '--note', 'again')).said).toEqual([
      'Customer 1 has that number already.',
    ]);
  });

  test('sessions are listed, and ended', async () => {
    expect((await customers('sessions', ANN)).said).toEqual([
      expect.stringMatching(/^since 2026-11-02T01:00Z, until 2026-11-02T01:55Z, by a code$/),
    ]);
    const end = async () => (await customers('sessions', ANN, '--end')).said;
    expect(await end()).toEqual(['Customer 1: 1 session ended, 0 links revoked, 0 passkeys removed.']);
    await expect.poll(me).toBe(401);
    await at.query(`insert into passkeys (customer_id, credential_id, public_key, counter, transports, device, created_at)
      select 1, 'credential ' || n, ''::bytea, 0, '{}', 'other', now() from generate_series(1, 2) n`);
    await makeLink(at.shop.context, { mobile: ANN, actor: machine });
    expect(await end()).toEqual(['Customer 1: 0 sessions ended, 1 link revoked, 2 passkeys removed.']);
    expect(await end()).toEqual(['Customer 1: 0 sessions ended, 0 links revoked, 0 passkeys removed.']);
    expect((await customers('sessions', ANN)).said).toEqual(['No open sessions.']);
  });
});

test.each([
  [[], 'Choose a command.'],
  [['forget', '1'], 'There is no "customers forget".'],
  [['erase'], 'Name a customer: --mobile'],
  [['erase', '1'], 'erase takes a --note: why.'],
  [['suspend', '1', '--note', ' '], 'suspend takes a --note: why.'],
  [['export', '1', '--force'], 'export takes no --force.'],
  [['sessions', '1', '2'], 'sessions takes one customer.'],
  [['move', '1', '--to', '12', '--note', 'lost'], 'move takes --to with an Australian mobile.'],
])('wrong words are explained: %j', (argv, sentence) => {
  expect(() => customersCommand.read(argv, '/')).toThrow(sentence);
});
