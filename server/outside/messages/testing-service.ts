import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request a stand-in received. */
export type Received = { method: string; path: string; headers: IncomingMessage['headers']; body: string };
export type Answered = { status: number; body: unknown };

export type StandIn = {
  port: number;
  /** 'http://127.0.0.1:<port>' */
  url: string;
  received: Received[];
  close(): Promise<void>;
};

/** A JSON service on a port of its own of 127.0.0.1; `answer` says what it does. */
export async function startStandIn(answer: (request: Received) => Answered): Promise<StandIn> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { method = '', url = '', headers } = request;
    const one = { method, path: url, headers, body: Buffer.concat(pieces).toString('utf8') };
    received.push(one);
    const { status, body } = answer(one);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { port, url: `http://127.0.0.1:${port}`, received, close };
}

/** A callback ready for `app.inject`. */
export type Callback = { method: 'POST'; url: string; headers: Record<string, string>; payload: string };

/** What a carrier's stand-in kept of a message: what the recipient would see. */
export type Carried = { to: string; from: string; text: string; media: string | null; ref: string; providerId: string };

/** A carrier for a test of the whole shop. */
export type TestCarrier = {
  /** What the shop is started with; `base`: the address to call in place of the stand-in's own, such as a fault proxy's. */
  env: (base: string) => Record<string, string>;
  standIn: StandIn;
  carried: () => Carried[];
  receipt: (message: Carried, state: 'sent' | 'delivered' | 'failed') => Callback;
  reply: (reply: { from: string; text: string }) => Callback;
};
