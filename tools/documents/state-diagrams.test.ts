import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { defineStateMachine } from '#server/platform/database/schema/states/state-machine.ts';
import { formatStatesPage, generateStatesPages } from './state-diagrams.ts';

const root = join(import.meta.dirname, '../..');

it('draws one page per state machine, and no other page', async () => {
  const pages = await generateStatesPages();
  expect(pages.size).toBeGreaterThan(0);
  const written = globSync('docs/how-it-works/*-states.md', { cwd: root }).map((path) => path.replaceAll('\\', '/'));
  const onDisk = Object.fromEntries(written.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  expect(onDisk, 'run node tools/documents/state-diagrams.ts to update the diagrams').toEqual(
    Object.fromEntries(pages),
  );
});

it('shows the initial states, transitions and final states of a machine on its page', () => {
  const door = defineStateMachine({
    name: 'door',
    initial: ['closed'],
    moves: { closed: ['open', 'broken'], open: ['closed'], broken: [] },
  });
  const [, diagram] = /```mermaid\n([\s\S]*)```/.exec(formatStatesPage(door, 'door.ts')) ?? [];
  expect(diagram?.trim().split('\n')).toEqual([
    'stateDiagram-v2',
    '  [*] --> closed',
    '  closed --> open',
    '  closed --> broken',
    '  open --> closed',
    '  broken --> [*]',
  ]);
});
