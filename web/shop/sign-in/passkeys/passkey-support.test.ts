import { afterEach, expect, it, vi } from 'vitest';
import { canUsePasskeys } from './passkey-support.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['shop.example', true],
  ['localhost', true],
  ['127.0.0.1', false],
  ['[::1]', false],
])('in browsers that support passkeys, allows them on %s: %s', (host, can) => {
  vi.stubGlobal('PublicKeyCredential', class {});
  expect(canUsePasskeys(host)).toBe(can);
});

it('does not allow passkeys in browsers that do not support them', () => {
  expect(canUsePasskeys('shop.example')).toBe(false);
});
