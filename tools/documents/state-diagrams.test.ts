import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stateMachine } from '#server/platform/database/schema/states/state-machine.ts';
import { statesPage, statesPages } from './state-diagrams.ts';

const root = join(import.meta.dirname, '../..');

it('every state machine has a page that shows its table of moves, and every page a machine', async () => {
  const pages = await statesPages();
  expect(pages.size).toBeGreaterThan(0);
  const written = globSync('docs/how-it-works/*-states.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const onDisk = Object.fromEntries(written.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  expect(onDisk, 'node tools/documents/state-diagrams.ts draws them').toEqual(Object.fromEntries(pages));
});

it('a page shows where a machine begins, each move, and where it ends', () => {
  const door = stateMachine({
    name: 'door',
    initial: ['closed'],
    moves: { closed: ['open', 'broken'], open: ['closed'], broken: [] },
  });
  const [, diagram] = /```mermaid\n([\s\S]*)```/.exec(statesPage(door, 'door.ts')) ?? [];
  expect(diagram?.trim().split('\n')).toEqual([
    'stateDiagram-v2',
    '  [*] --> closed',
    '  closed --> open',
    '  closed --> broken',
    '  open --> closed',
    '  broken --> [*]',
  ]);
});
