import { afterEach, describe, expect, it } from 'vitest';
import { databaseKinds } from '#test/support/database.ts';
import { ANN, EMAIL, type From, openWays } from '#test/support/ways-in.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

type Ways = Awaited<ReturnType<typeof openWays>>;

const createStranger = (network: number): From => ({ address: `198.51.${network}.1`, browser: {} });

describe.each(databaseKinds())('a new device (%s)', (kind) => {
  let all: Ways;
  afterEach(() => all.shop.close());

  const newDeviceMails = async () =>
    (await all.shop.stored.all('messages', { purpose: 'new-device' })).map(({ recipient }) => recipient);
  const since = async () =>
    (await all.shop.stored.all('customerDevices')).map(({ firstAt }) => firstAt.toISOString()).toSorted();

  it.each([
    ['code', 'text'],
    ['passkey', 'passkey'],
  ] as const)('sends the owner one email when a new device signs in by %s', async (_title, name) => {
    all = await openWays(kind);
    const way = all.ways[name];
    const enter = async (from: From) => {
      await way.ask(from);
      expect(await way.answer(from, 'right')).toBe('in');
    };
    await enter(all.atHome);
    expect(await newDeviceMails()).toEqual([]);
    const phone = createStranger(1);
    all.wait(MINUTE);
    await enter(phone);
    const first = await since();
    expect(first).toHaveLength(2);
    all.wait(2 * DAY);
    await enter(phone);
    expect(await newDeviceMails()).toEqual([EMAIL]);
    expect(await since()).toEqual(first);
  });

  it('reports a new device to the former email until the owner is verified, but not after a fresh start', async () => {
    all = await openWays(kind);
    all.wait(91 * DAY);
    const newOwner = createStranger(1);
    await all.ways.text.ask(newOwner);
    expect(await all.ways.text.answer(newOwner, 'right')).toBe('in');
    expect(await newDeviceMails()).toEqual([EMAIL]);
    await all.shop.stored.change('customers', ({ unprovedSince }) => ({
      recordsFrom: unprovedSince,
      unprovedSince: null,
      unprovedEmail: null,
    }));
    all.wait(DAY);
    const other = createStranger(2);
    await all.ways.text.ask(other);
    expect(await all.ways.text.answer(other, 'right')).toBe('in');
    expect(await newDeviceMails()).toHaveLength(1);
  });

  it('reports a device without a cookie by email at most once a day', async () => {
    all = await openWays(kind);
    const bare = async () => {
      const from = { address: '192.0.2.1', browser: undefined as never };
      await all.ways.text.ask(from);
      expect(await all.ways.text.answer(from, 'right')).toBe('in');
      all.wait(MINUTE);
    };
    await bare();
    await bare();
    expect(await newDeviceMails()).toHaveLength(1);
  });

  it('announces a passkey added on a new device by text and email', async () => {
    all = await openWays(kind);
    const added = await all.shop.stored.all('messages', { purpose: 'passkey-added' });
    expect(added.map(({ channel, recipient }) => `${channel} to ${recipient}`).toSorted()).toEqual([
      `email to ${EMAIL}`,
      `sms to ${ANN}`,
    ]);
  });
});
