import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { logEvents, unnamedEvents } from './log-events.ts';
import { parseImports, readSources, root } from './source-files.ts';

const events = logEvents(readSources());

describe('server log events', () => {
  it('requires a valid name for every log event', () => {
    expect(unnamedEvents(events)).toEqual([]);
  });

  it('lists every log event with its level, in order, in docs/reference/log-events.md', () => {
    const page = readFileSync(join(root, 'docs/reference/log-events.md'), 'utf8');
    const listed = [...page.matchAll(/^- `([^`]+)` \((\w+)/gm)].map(([, name, level]) => `${name} ${level}`);
    const unnamed = new Set(unnamedEvents(events));
    const logged = events
      .filter(({ path, name }) => !unnamed.has(`${path}: ${name}`))
      .map(({ name, level }) => `${name} ${level}`);
    expect(listed).toEqual([...new Set(logged)].sort());
  });
});

it('documents no event with a field that the log redacts (REDACTED in server/bootstrap.ts)', () => {
  const page = readFileSync(join(root, 'docs/reference/log-events.md'), 'utf8');
  const fields = page.match(/^- `[^`]+` \(\w+; [^)]*\)|^\| `[\w.]+`.*?\| \w+ +\|[^|]*\|/gm) ?? [];
  expect(fields.length).toBeGreaterThan(50);
  const redacted = /\b(code|token|jwt|clientSecret)\b/;
  expect(fields.filter((line) => redacted.test(line.replace(/`[^`]*`/, '')))).toEqual([]);
});

describe('log event check', () => {
  const names = (text: string) =>
    logEvents([{ path: 'server/a.ts', text, imports: parseImports('server/a.ts', text) }]).map(({ name }) => name);

  it.each([
    [`log.warn('order.lost');`, ['order.lost']],
    [`context.log.error(\n  { err: error, text: f('no') },\n  'order.lost',\n);`, ['order.lost']],
    [`request.log.info({ a }, late ? 'order.late' : 'order.placed');`, ['order.late', 'order.placed']],
    [`options.logger?.error({ err: error }, 'order.lost');`, ['order.lost']],
    [`const log = (text) => text; log('nothing');`, []],
  ])('reads the event names from %s', (text, expected) => {
    expect(names(text)).toEqual(expected);
  });

  it('rejects a sentence as an event name', () => {
    expect(unnamedEvents([{ path: 'server/a.ts', level: 'info', name: 'an order was lost' }])).toHaveLength(1);
  });
});
