import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SECURITY_EVENTS } from '#server/platform/kernel/telemetry/security-events.ts';
import { isTestCode, readSources, root, stripComments } from './source-files.ts';

it('lists exactly the security events and their levels in docs/reference/log-events.md', () => {
  const page = readFileSync(join(root, 'docs/reference/log-events.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([\w.]+)`\s*\| (\w+)/gm)].map(([, name, level]) => `${name} ${level}`);
  expect(listed).toEqual(Object.entries(SECURITY_EVENTS).map(([name, level]) => `${name} ${level}`));
});

it('finds server code that logs each security event', () => {
  const code = readSources()
    .filter(({ path }) => path.startsWith('server/') && !isTestCode(path) && !path.endsWith('/security-events.ts'))
    .map(({ text }) => stripComments(text))
    .join();
  expect(Object.keys(SECURITY_EVENTS).filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});
