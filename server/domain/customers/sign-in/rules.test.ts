import { describe, expect, it } from 'vitest';
import { toAllocation, toClientKey, toNetwork } from '#server/platform/kernel/client-key.ts';
import { toReachableMobile } from '#server/platform/kernel/mobile-number.ts';
import { deriveSessionKeys } from '#server/platform/kernel/secrets.ts';
import { codeMatches, createSignInCode, hashCode } from './code-hash.ts';
import { derivePrefix, knownDeviceLimits, nearCaps, secondsToWait, strangerLimits } from './code-limits.ts';
import { formatCodeMessage } from './code-message.ts';

describe('reachableMobile()', () => {
  it.each([
    ['0412345678', '+61412345678'],
    [' 61412345678 ', '+61412345678'],
    ['+61412345678', '+61412345678'],
    ['+12125550123', '+12125550123'],
    ['+447911123456', '+447911123456'],
  ])('normalizes %j to %s, whether national or international [VA-03]', (typed, e164) => {
    expect(toReachableMobile(typed)).toBe(e164);
  });

  it.each(['', '0412 345 678', '412345678', '+61298765432', '+1', '+10000000000', '+6141234567', 'tel:0412345678'])(
    'rejects %j as blank or not a valid mobile number [VA-01, VA-02]',
    (typed) => {
      expect(toReachableMobile(typed)).toBeNull();
    },
  );
});

describe('toClientKey()', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['203.0.113.7:5061', '203.0.113.7'],
    ['[2001:db8:1:2::9]:5061', '2001:db8:1:2::/64'],
    ['unknown', 'unknown'],
  ])('maps the IP address %s to the client key %s', (address, sender) => {
    expect(toClientKey(address)).toBe(sender);
  });
});

describe('code limits', () => {
  const caps = {
    CODE_SENDS_PER_MOBILE: 5,
    CODE_SENDS_PER_ADDRESS: 100,
    CODE_SENDS_PER_PREFIX: 200,
    CODE_SENDS_PER_DAY: 10_000,
  };
  const now = new Date('2026-10-01T02:00:00Z');
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);

  it('returns the longest wait of all code limits in whole seconds, rounded up', () => {
    const limits = knownDeviceLimits(caps, 'sms');
    const wait = (blocking: (Date | null)[]) => secondsToWait({ limits, blocking, now });
    expect(wait([null, null, null, null, null])).toBe(0);
    expect(wait([ago(29.001), null, null, null, null])).toBe(1);
    expect(wait([ago(5), ago(3_000), null, null, null])).toBe(600);
  });

  it('grants strangers half of each cap on codes, and each network or machine a smaller share', () => {
    const findLimit = (by: string[], windowMs: number, unconfirmed?: true) =>
      strangerLimits(caps, 'sms').find(
        (limit) =>
          limit.by.join() === by.join() &&
          limit.windowMs === windowMs &&
          limit.unconfirmed === unconfirmed &&
          limit.requesters === 'strangers' &&
          !limit.whilePaused,
      )?.maxSends;
    const [hour, day] = [3_600_000, 86_400_000];
    expect([
      findLimit(['recipient'], hour),
      findLimit(['recipient', 'network'], hour, true),
      findLimit(['recipient', 'network'], day, true),
    ]).toEqual([5, 3, 4]);
    expect([findLimit(['prefix'], hour), findLimit([], day)]).toEqual([100, 5_000]);
    const shares = (['client', 'network', 'allocation'] as const).map((by) => findLimit([by], day, true));
    expect(shares).toEqual([250, 500, 1_250]);
  });

  it('warns exactly once when codes reach 80 % of a cap', () => {
    expect(derivePrefix('+61412345678')).toBe('+6141234');
    const rings = (today: number, strangersToday: number, strangersOfPrefix = 0) =>
      nearCaps({ today, strangersToday, strangersOfPrefix }, caps);
    expect([7_999, 8_000, 8_001].map((today) => rings(today, 0))).toEqual([[], ['day'], []]);
    expect([3_999, 4_000, 4_001].map((strangers) => rings(5_000, strangers))).toEqual([[], ['day'], []]);
    expect([79, 80, 81].map((ofPrefix) => rings(100, 100, ofPrefix))).toEqual([[], ['prefix'], []]);
  });

  it.each([
    ['203.0.113.7', '203.0.113.0/24', null],
    ['2001:db8:1:2::/64', '2001:db8:1::/48', '2001:db8::/32'],
    ['0:0:0:0::/64', '0:0:0::/48', '0:0::/32'],
    ['unix:', 'unix:', null],
  ])('maps the client key %s to network %s and block %s', (client, network, block) => {
    expect([toNetwork(client), toAllocation(toNetwork(client))]).toEqual([network, block]);
  });
});

const SECRET = 'a secret that only these tests know, long enough';
const OTHER = 'another secret, which is also long enough';

describe('a sign-in code', () => {
  const context = { secrets: deriveSessionKeys([SECRET]) };

  it('generates codes of six digits, including leading zeros', () => {
    const codes = Array.from({ length: 2_000 }, createSignInCode);
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true);
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
    expect(new Set(codes).size).toBeGreaterThan(1_900);
  });

  it('hashes a code with a salt and a key, so that equal codes have different hashes', async () => {
    const stored = await hashCode(context, '012345');
    expect(stored).not.toBe(await hashCode(context, '012345'));
    expect(await codeMatches(context, { code: '012345', stored })).toBe(true);
    expect(await codeMatches(context, { code: '012346', stored })).toBe(false);
    const other = { secrets: deriveSessionKeys([OTHER]) };
    expect(await codeMatches(other, { code: '012345', stored })).toBe(false);
    const rotated = { secrets: deriveSessionKeys([OTHER, SECRET]) };
    expect(await codeMatches(rotated, { code: '012345', stored })).toBe(true);
    expect(await codeMatches(rotated, { code: '012346', stored })).toBe(false);
    expect(await codeMatches(other, { code: '012345', stored: await hashCode(rotated, '012345') })).toBe(true);
  });

  it("ends the text of a code with a line that is bound to the shop's origin", () => {
    const text = formatCodeMessage('012345', { SHOP_NAME: 'Snowgum', publicUrl: 'https://shop.example:8443/x' });
    expect(text).toMatch(/^Snowgum: your code is 012345\./);
    expect(text.split('\n').at(-1)).toBe('@shop.example #012345');
  });
});
