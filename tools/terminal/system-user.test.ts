import { afterEach, expect, it, vi } from 'vitest';
import { loginUid, nameOf, systemUser } from './system-user.ts';

afterEach(() => vi.unstubAllEnvs());

const PASSWD = 'root:x:0:0:root:/root:/bin/bash\nwren:x:1000:1000::/home/wren:/bin/bash\n';

it.each([
  ['1000\n', 1000],
  ['0', 0],
  ['4294967295', null],
  ['', null],
  ['wren', null],
])('converts %j to the login uid %j', (text, uid) => {
  expect(loginUid(text)).toBe(uid);
});

it("returns the user's name from the passwd file, or else the user's number", () => {
  expect([nameOf(1000, PASSWD), nameOf(0, PASSWD), nameOf(70_001, PASSWD)]).toEqual(['wren', 'root', 'user 70001']);
});

it('ignores SUDO_USER, which anyone can set', () => {
  const before = systemUser();
  vi.stubEnv('SUDO_USER', 'the managing director');
  expect(systemUser()).toBe(before);
});
