import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  bytes: Buffer;
};

/** Text and bytes are sent unchanged, anything else as JSON. 'cut' closes the connection without a response. */
export type Answered = { status: number; body: unknown; headers?: Record<string, string> } | 'cut';

export type StandIn = {
  port: number;
  url: string;
  received: Received[];
  close(): Promise<void>;
};

export async function startStandIn(answer: (request: Received) => Answered): Promise<StandIn> {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const request = await read(incoming);
    received.push(request);
    const answered = answer(request);
    if (answered === 'cut') {
      incoming.socket.destroy();
      return;
    }
    const { status, body, headers } = answered;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
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

async function read(request: IncomingMessage): Promise<Received> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  const { method = '', url = '', headers } = request;
  return { method, path: url, headers, body: bytes.toString('utf8'), bytes };
}
