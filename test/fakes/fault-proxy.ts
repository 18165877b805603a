import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * `slow` responds after `slowMs`; `half-open` accepts and never responds; `busy` responds with 429, `failing` with 503;
 * `garbage` sends no valid response; `unanswered` lets the service act but drops its response.
 */
export type FaultMode = 'works' | 'down' | 'slow' | 'half-open' | 'busy' | 'garbage' | 'failing' | 'unanswered';

export type FaultProxy = {
  port: number;
  url: string;
  connections(): number;
  delayed(): number;
  set(mode: FaultMode): Promise<void>;
  /** Drops all traffic on open connections, as if the machine had vanished. */
  silence(): void;
  close(): Promise<void>;
};

const buildAnswer = (head: string, body: string): string =>
  `HTTP/1.1 ${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
const BUSY = buildAnswer('429 Too Many Requests\r\nretry-after: 30', '{}');
const FAILING = buildAnswer('503 Service Unavailable', '{}');
const GARBAGE = buildAnswer('200 OK', '<html>!\u0000{"a":[}}');

/** Starts a TCP proxy with faults; `slowMs` defaults to 10 seconds. */
export async function startFaultProxy(target: { port: number; slowMs?: number }): Promise<FaultProxy> {
  let mode: FaultMode = 'works';
  let opened = 0;
  let delayed = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    opened += 1;
    trackSocket(sockets, socket);
    const onDelayed = () => {
      delayed += 1;
    };
    answer(socket, { mode, port: target.port, slowMs: target.slowMs ?? 10_000, onDelayed, sockets });
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    connections: () => opened,
    delayed: () => delayed,
    async set(newMode) {
      mode = newMode;
      // Closes kept-alive connections, which would stay in the old mode.
      for (const socket of sockets) socket.destroy();
      if (newMode === 'down') await stop();
      else if (!server.listening) await listen(port);
    },
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: stop,
  };
}

type Answering = { mode: FaultMode; port: number; slowMs: number; onDelayed: () => void; sockets: Set<Socket> };

function answer(socket: Socket, { mode, port, slowMs, onDelayed, sockets }: Answering): void {
  if (mode === 'half-open') return;
  if (mode === 'busy' || mode === 'garbage' || mode === 'failing') {
    onWholeRequest(socket, () => socket.end({ busy: BUSY, garbage: GARBAGE, failing: FAILING }[mode]));
    return;
  }
  const pass = () => {
    if (socket.destroyed) return;
    const onward = connect(port, '127.0.0.1');
    trackSocket(sockets, onward);
    socket.pipe(onward);
    if (mode === 'unanswered') onward.once('data', () => socket.destroy());
    else onward.pipe(socket);
    onward.on('close', () => socket.destroy());
    socket.on('close', () => onward.destroy());
  };
  if (mode !== 'slow') {
    pass();
    return;
  }
  const later = setTimeout(() => {
    onDelayed();
    pass();
  }, slowMs);
  socket.on('close', () => clearTimeout(later));
}

/** First byte of a TLS handshake. A plain-text response to it is garbage to the client. */
const TLS_HANDSHAKE = 0x16;

/** Waits for the body: an earlier response would cut the connection and be lost. */
function onWholeRequest(socket: Socket, then: () => void): void {
  let request = '';
  socket.on('data', function take(piece: Buffer) {
    request += piece.toString('latin1');
    const [head = '', body] = request.split(/\r\n\r\n(.*)/s);
    const isWhole = body !== undefined && body.length >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    if (!isWhole && request.charCodeAt(0) !== TLS_HANDSHAKE) return;
    socket.off('data', take);
    then();
  });
}

function trackSocket(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  socket.on('error', () => socket.destroy());
}
