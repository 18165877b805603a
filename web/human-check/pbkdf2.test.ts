import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { pbkdf2Sha256 } from './pbkdf2.ts';

const bytes = (length: number) => Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);

test.each([
  { password: 20, salt: 16, rounds: 5_000, length: 32 },
  { password: 1, salt: 1, rounds: 1, length: 64 },
  { password: 64, salt: 55, rounds: 3, length: 20 },
  { password: 131, salt: 120, rounds: 2, length: 33 },
  { password: 0, salt: 0, rounds: 7, length: 1 },
])('derives the same key as the platform: %o', ({ password, salt, rounds, length }) => {
  const derived = pbkdf2Sha256({ password: bytes(password), salt: bytes(salt), rounds, length });
  const expected = pbkdf2Sync(bytes(password), bytes(salt), rounds, length, 'sha256');
  expect(Buffer.from(derived).toString('hex')).toBe(expected.toString('hex'));
});
