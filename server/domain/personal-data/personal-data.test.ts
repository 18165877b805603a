import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customersCommand } from '#server/commands/customers/customers.ts';
import { issueCampaignLink } from '#server/domain/customers/campaigns/links.ts';
import { machine } from '#test/support/actors.ts';
import type { Customer } from '#test/support/customer-verbs.ts';
import { databaseKinds } from '#test/support/database.ts';
import { giveCommand } from '#test/support/give-command.ts';
import { dumpAllRows } from '#test/support/personal-data.ts';
import { startStripe } from '#test/support/providers.ts';
import { minutesAfterOpening, openTestShop, type TestShop } from '#test/support/shop.ts';

const ANN = '+61412345678';

describe.each(databaseKinds())('customers command on %s', (kind) => {
  let stripe: Awaited<ReturnType<typeof startStripe>>;
  let shop: TestShop;
  let ann: Customer;
  beforeEach(async () => {
    stripe = await startStripe();
    shop = await openTestShop(kind, { providers: [stripe] });
    ann = await shop.customer(ANN);
  });
  afterEach(() => shop.close());

  const customers = (...argv: string[]) => giveCommand(shop.context, customersCommand, ...argv);
  const erase = (...options: string[]) => customers('erase', '--mobile', ANN, '--note', 'asked for', ...options);
  const me = async () => (await shop.send('GET customers/me', { token: ann.token })).status;
  const deliver = async () => {
    shop.context.clock.moveTo?.(new Date(minutesAfterOpening(31)));
    for (const { id } of await shop.cards()) await shop.deliver(id, { last: true });
  };
  it('exports all data about a customer, without secrets', async () => {
    await ann.buyCards();
    await deliver();
    const { status, output } = await customers('export', ANN);
    expect(status).toBe(0);
    const copy = JSON.parse(output.join(''));
    expect(copy).toMatchObject({
      profile: [{ mobile: ANN, lastname: 'Banks' }],
      addresses: [{ city: 'Pyrmont' }],
      orders: [{ number: 1 }],
      gift_cards_given: [{ recipient_mobile: '+61491570156', delivery_state: 'delivered' }],
      sessions: [{ by_link: false }],
      payment_provider: [{ account: 'stripe-test', provider_customer_id: expect.stringContaining('cus_') }],
    });
    const { all } = shop.stored;
    const secrets = [
      ...(await all('giftCards')).flatMap(({ sealed, codeHash, linkHash }) => [sealed, codeHash, linkHash]),
      ...(await all('sessions')).map(({ tokenHash }) => tokenHash),
      ...(await all('signInCodes')).map(({ codeHash }) => codeHash),
    ];
    expect(secrets.length).toBeGreaterThanOrEqual(5);
    for (const secret of secrets) expect(output.join('')).not.toContain(secret);
    expect(await customers('export', '0412345679')).toMatchObject({
      status: 1,
      errorOutput: ['No customer has that mobile or id.'],
    });
  });

  it('exports no older records of a customer who has not verified the account after a long absence', async () => {
    await ann.buyCards();
    await deliver();
    const unprovedSince = new Date(minutesAfterOpening(30));
    await shop.stored.change('customers', ({ email }) => ({ unprovedSince, unprovedEmail: email }));
    const copy = JSON.parse((await customers('export', ANN)).output.join(''));
    expect(copy).toMatchObject({ addresses: [], orders: [], order_lines: [], gift_cards_given: [], carts: [] });
    expect(copy.profile).toMatchObject([{ email: expect.stringContaining('•••'), lastname: 'B.' }]);
    expect((await erase()).errorOutput).toContainEqual(
      expect.stringMatching(/^They have not confirmed since 2026-11-02/),
    );
  });

  it('leaves no trace of an erased customer, while orders and the ledger still add up', async () => {
    await ann.buyCards();
    await deliver();
    await shop.stored.change('giftCardDetails', { recipientMessage: 'Dear Robin' });
    const { all, count } = shop.stored;
    const sums = async () => ({
      orders: (await all('orders')).map(({ totalCents }) => totalCents),
      entries: (await all('giftCardEntries')).map(({ postedCents }) => postedCents),
      customers: await count('customers'),
    });
    const before = await sums();
    expect(await erase('--force')).toEqual({
      status: 0,
      output: ['Customer 1 is erased. Earlier backups still contain the data.'],
      errorOutput: [],
    });
    const left = await dumpAllRows(shop);
    for (const word of [ANN, 'Banks', 'Wren', 'example.com', 'Fig Street', 'Pyrmont', 'Dear Robin', 'cus_'])
      expect({ word, in: left.split('\n').filter((line) => line.includes(word)) }).toEqual({ word, in: [] });
    expect(left).toContain('2009');
    expect(await sums()).toEqual(before);
    expect(stripe.state.customers.size).toBe(0);
    expect(await me()).toBe(401);
    expect(await erase()).toMatchObject({ status: 1 });
    expect((await customers('erase', '1', '--note', 'again')).errorOutput).toContain(
      'The customer has already been erased.',
    );
  });

  it("keeps a card working without the name of its erased giver, and lets the giver's mobile register again", async () => {
    await ann.buyCards();
    await deliver();
    const secret = await shop.secretOn('+61491570156');
    await erase('--force');
    const card = await shop.cardPage(secret);
    expect(card).toMatchObject({ status: 200 });
    expect(JSON.stringify(card.body)).not.toContain('Wren');
    shop.wait(3_600_000);
    const newCustomer = await shop.customer(ANN);
    expect(await newCustomer.orders()).toEqual([]);
  });

  it('refuses to erase a customer while something is open, except value left on cards with --force', async () => {
    await ann.buyCards();
    const refused = await erase('--force');
    expect(refused).toMatchObject({ status: 1, output: [] });
    expect(refused.errorOutput[0]).toMatch(/^Gift card gc_\w+ is sent on 2026-11-02\.$/);
    await deliver();
    expect((await erase()).errorOutput).toEqual([
      expect.stringMatching(/^Gift card gc_\w+ has \$25\.00 left\. With --force/),
      'Customer 1 was not erased.',
    ]);
    await shop.stored.change('orders', { status: 'held' });
    expect((await erase('--force')).errorOutput).toEqual(['Order 000000001: held.', 'Customer 1 was not erased.']);
    expect(await me()).toBe(200);
  });

  it('erases nothing if the payment provider does not respond, and succeeds on retry', async () => {
    await ann.buyCards();
    await deliver();
    await stripe.proxy.set('down');
    expect(await erase('--force')).toMatchObject({
      status: 1,
      errorOutput: [expect.stringContaining('nothing was erased')],
    });
    expect((await shop.stored.one('customers')).erasedAt).toBeNull();
    await stripe.proxy.set('works');
    expect((await erase('--force')).status).toBe(0);
  });

  it('signs out a suspended customer immediately, and blocks sign-in until the customer is resumed', async () => {
    expect(await me()).toBe(200);
    expect(await customers('suspend', ANN, '--note', 'fraud')).toMatchObject({ status: 0 });
    await expect.poll(me).toBe(401);
    expect((await customers('suspend', '1', '--note', 'fraud')).output).toEqual(['Customer 1 was already suspended.']);
    expect((await customers('resume', '1', '--note', 'mistake')).output).toEqual([
      'Customer 1 is no longer suspended.',
    ]);
    expect(await me()).toBe(401);
  });

  it("moves an account only to an unused mobile number, and then rejects the account's saved cards", async () => {
    const move = (to: string) => customers('move', ANN, '--to', to, '--note', 'showed an identity card');
    const other = await shop.customer('+61491570157');
    expect(await move('0491570157')).toMatchObject({
      status: 1,
      errorOutput: ['Another account has that number. Move or erase that account first.'],
    });
    expect([await me(), other.token]).toEqual([200, expect.any(String)]);
    expect(await move('0491 570 156')).toMatchObject({
      status: 0,
      output: [expect.stringMatching(/^Customer 1 now signs in with the new number\./)],
    });
    await expect.poll(me).toBe(401);
    const customer = await shop.stored.one('customers', { id: 1 });
    expect(customer).toMatchObject({ mobile: '+61491570156', cardsFrom: expect.any(Date) });
    const sentTexts = await shop.stored.all('messages', { purpose: 'mobile-changed' });
    expect(sentTexts).toMatchObject([{ channel: 'sms', recipient: ANN }]);
    expect((await customers('move', '1', '--to', '0491570156', '--note', 'again')).output).toEqual([
      'Customer 1 has that number already.',
    ]);
  });

  it('lists and ends the sessions of a customer', async () => {
    expect((await customers('sessions', ANN)).output).toEqual([
      expect.stringMatching(/^since 2026-11-02T01:00Z, until 2026-11-02T01:55Z, signed in with a code$/),
    ]);
    const end = async () => (await customers('sessions', ANN, '--end')).output;
    expect(await end()).toEqual(['Customer 1: 1 session ended, 0 links revoked, 0 passkeys removed.']);
    await expect.poll(me).toBe(401);
    const passkey = { customerId: 1, publicKey: Buffer.of(), counter: 0, transports: [], device: 'other' as const };
    for (const credentialId of ['first', 'second'])
      await shop.stored.add('passkeys', { ...passkey, credentialId, createdAt: new Date() });
    await issueCampaignLink(shop.context, { mobile: ANN, actor: machine });
    expect(await end()).toEqual(['Customer 1: 0 sessions ended, 1 link revoked, 2 passkeys removed.']);
    expect(await end()).toEqual(['Customer 1: 0 sessions ended, 0 links revoked, 0 passkeys removed.']);
    expect((await customers('sessions', ANN)).output).toEqual(['No open sessions.']);
  });
});

it.each([
  [[], 'Choose a command.'],
  [['forget', '1'], 'There is no "customers forget".'],
  [['erase'], 'Name a customer: --mobile'],
  [['erase', '1'], 'erase needs a --note with the reason.'],
  [['suspend', '1', '--note', ' '], 'suspend needs a --note with the reason.'],
  [['export', '1', '--force'], 'export takes no --force.'],
  [['sessions', '1', '2'], 'sessions takes one customer.'],
  [['move', '1', '--to', '12', '--note', 'lost'], 'move needs --to with an Australian mobile number.'],
])('explains wrong arguments of the customers command: %j', (argv, sentence) => {
  expect(() => customersCommand.read(argv, '/')).toThrow(sentence);
});
