import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 100;

export type Balancer = { url: string; serve(urls: readonly string[]): void; close(): Promise<void> };

/** Balances TCP connections across ready servers, and tries another server when one fails. */
export async function startBalancer(): Promise<Balancer> {
  let servers: readonly string[] = [];
  let ready: string[] = [];
  let next = 0;
  const open = new Set<Socket>();

  const server = createServer((client) => {
    open.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => open.delete(client));
    hand(client, ready.length);
  });
  function hand(client: Socket, tries: number): void {
    const url = ready[next++ % Math.max(1, ready.length)];
    if (url === undefined || tries === 0) return void client.destroy();
    const { hostname, port } = new URL(url);
    const backend = connect(Number(port), hostname);
    backend.once('connect', () => {
      client.pipe(backend).pipe(client);
      client.on('close', () => backend.destroy());
      backend.on('close', () => client.destroy());
      backend.on('error', () => client.destroy());
    });
    const refused = () => hand(client, tries - 1);
    backend.once('error', refused);
    backend.once('connect', () => backend.off('error', refused));
  }

  const end = new AbortController();
  async function look(): Promise<void> {
    while (!end.signal.aborted) {
      const checks = servers.map(async (url) => ((await fetch(`${url}/readyz`).catch(() => null))?.ok ? [url] : []));
      ready = (await Promise.all(checks)).flat();
      await sleep(LOOK_MS);
    }
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const looking = look();
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    serve: (urls) => {
      servers = urls;
    },
    async close() {
      end.abort();
      for (const client of open) client.destroy();
      server.close();
      await looking;
    },
  };
}
