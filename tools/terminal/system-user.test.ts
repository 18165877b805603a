import { afterEach, expect, it, vi } from 'vitest';
import { findSystemUser, findUserName, parseLoginUid } from './system-user.ts';

afterEach(() => vi.unstubAllEnvs());

const PASSWD = 'root:x:0:0:root:/root:/bin/bash\nwren:x:1000:1000::/home/wren:/bin/bash\n';

it.each([
  ['1000\n', 1000],
  ['0', 0],
  ['4294967295', null],
  ['', null],
  ['wren', null],
])('converts %j to the login uid %j', (text, uid) => {
  expect(parseLoginUid(text)).toBe(uid);
});

it("returns the user's name from the passwd file, or else the user's number", () => {
  expect([findUserName(1000, PASSWD), findUserName(0, PASSWD), findUserName(70_001, PASSWD)]).toEqual([
    'wren',
    'root',
    'user 70001',
  ]);
});

it('ignores SUDO_USER, which anyone can set', () => {
  const before = findSystemUser();
  vi.stubEnv('SUDO_USER', 'the managing director');
  expect(findSystemUser()).toBe(before);
});
