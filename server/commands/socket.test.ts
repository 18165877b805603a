import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callServer, listenIn, readSocketMessages, removeSocket, serializeMessage } from './socket.ts';

describe.each([
  ['a folder with a short name', 'data'],
  ['a folder whose name is too long for sockets', 'a-data-folder-with-a-long-name'.repeat(6)],
])('the command socket in %s', (_kind, name) => {
  let root: string;
  let folder: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'handsel-socket-'));
    folder = join(root, name);
    mkdirSync(folder);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  async function listening(words: string) {
    const server = createServer((_, response) => response.end(serializeMessage({ say: words })));
    await listenIn(folder, server);
    return { close: () => new Promise((resolve) => server.close(resolve)) };
  }
  async function heard() {
    const response = await callServer(folder, { method: 'POST', path: '/' });
    return response && Array.fromAsync(readSocketMessages(response));
  }

  it('creates a socket that only its owner can access, and no other file', async () => {
    const server = await listening('hello');
    expect(readdirSync(folder)).toEqual(['commands.sock']);
    expect(statSync(join(folder, 'commands.sock')).mode & 0o777).toBe(0o600);
    expect(await heard()).toEqual([{ say: 'hello' }]);
    removeSocket(folder);
    await server.close();
    expect(readdirSync(folder)).toEqual([]);
    expect(await heard()).toBeNull();
  });

  it('replaces the socket files that a killed process left behind', async () => {
    mkdirSync(join(folder, 'commands.new'));
    writeFileSync(join(folder, 'commands.new', 'commands.sock'), '');
    const before = await listening('the first');
    const after = await listening('the second');
    expect(await heard()).toEqual([{ say: 'the second' }]);
    await before.close();
    expect(await heard()).toEqual([{ say: 'the second' }]);
    await after.close();
    expect(readdirSync(folder)).toEqual(['commands.sock']);
    expect(await heard()).toBeNull();
  });

  it('passes any text unchanged, and ends the messages when the server drops the connection', async () => {
    const text = 'one line\u2028and\u2029two\r\nmore';
    const server = createServer((_, response) => {
      response.write(serializeMessage({ write: text }), () => response.write('{"write":"ha', () => response.destroy()));
    });
    await listenIn(folder, server);
    expect(await heard()).toEqual([{ write: text }]);
    server.close();
  });

  it('reports that the shop stopped when the connection drops before a response', async () => {
    const server = createServer((_, response) => response.destroy());
    await listenIn(folder, server);
    await expect(heard()).rejects.toThrow('The shop stopped before the command finished.');
    server.close();
  });
});
