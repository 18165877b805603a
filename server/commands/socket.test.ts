import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callServer, lineOf, listenIn, messagesOf, removeSocket } from './socket.ts';

describe.each([
  ['a folder', 'data'],
  ['a folder with a longer name than sockets take', 'a-data-folder-with-a-long-name'.repeat(6)],
])('the socket in %s', (_kind, name) => {
  let root: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'handsel-socket-'));
    folder = join(root, name);
    mkdirSync(folder);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  /** Says the same to everybody who connects. */
  async function listening(words: string) {
    const server = createServer((_, response) => response.end(lineOf({ say: words })));
    await listenIn(folder, server);
    return { close: () => new Promise((resolve) => server.close(resolve)) };
  }
  async function heard() {
    const response = await callServer(folder, { method: 'POST', path: '/' });
    return response && Array.fromAsync(messagesOf(response));
  }

  it('is for its owner alone and lies in the folder, with nothing beside it', async () => {
    const server = await listening('hello');
    expect(readdirSync(folder)).toEqual(['commands.sock']);
    expect(statSync(join(folder, 'commands.sock')).mode & 0o777).toBe(0o600);
    expect(await heard()).toEqual([{ say: 'hello' }]);
    removeSocket(folder);
    await server.close();
    expect(readdirSync(folder)).toEqual([]);
    expect(await heard()).toBeNull();
  });

  it('takes the place of what a killed process has left', async () => {
    mkdirSync(join(folder, 'commands.new'));
    writeFileSync(join(folder, 'commands.new', 'commands.sock'), '');
    const before = await listening('the first');
    const after = await listening('the second');
    expect(await heard()).toEqual([{ say: 'the second' }]);
    await before.close();
    expect(await heard()).toEqual([{ say: 'the second' }]);
    await after.close();
    // As after a kill: the socket is there, and nobody listens.
    expect(readdirSync(folder)).toEqual(['commands.sock']);
    expect(await heard()).toBeNull();
  });

  it('brings any text as it is, and ends where a server is cut off', async () => {
    const text = 'one line\u2028and\u2029two\r\nmore';
    const server = createServer((_, response) => {
      response.write(lineOf({ write: text }), () => response.write('{"write":"ha', () => response.destroy()));
    });
    await listenIn(folder, server);
    expect(await heard()).toEqual([{ write: text }]);
    server.close();
  });

  it('says that the shop stopped when it is cut off before it has answered', async () => {
    const server = createServer((_, response) => response.destroy());
    await listenIn(folder, server);
    await expect(heard()).rejects.toThrow('The shop stopped before the command was done.');
    server.close();
  });
});
