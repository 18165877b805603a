import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * What stands between the shop and a service in a test. `works` passes everything on; `down` refuses connections;
 * `slow` answers after `slowMs`; `half-open` accepts and never answers; `busy` answers 429; `garbage` answers something
 * that is no answer of the service; `failing` answers 503; `unanswered` has the service do what it is asked, and loses the
 * answer.
 */
export type FaultMode = 'works' | 'down' | 'slow' | 'half-open' | 'busy' | 'garbage' | 'failing' | 'unanswered';

export type FaultProxy = {
  port: number;
  /** 'http://127.0.0.1:<port>' */
  url: string;
  /** Connections opened since the proxy started, in whichever mode. */
  connections(): number;
  /** Of these, those that were passed on after the wait of `slow`. */
  delayed(): number;
  set(mode: FaultMode): Promise<void>;
  /** From now on nothing passes through what is open, as when a machine is gone; what is opened after it is as before. */
  silence(): void;
  close(): Promise<void>;
};

const answerOf = (head: string, body: string): string =>
  `HTTP/1.1 ${head}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`;
const BUSY = answerOf('429 Too Many Requests\r\nretry-after: 30', '{}');
const FAILING = answerOf('503 Service Unavailable', '{}');
const GARBAGE = answerOf('200 OK', '<html>!\u0000{"a":[}}');

/** A TCP proxy with faults, on a port of its own of 127.0.0.1. `slowMs` is 10 seconds unless set. */
export async function startFaultProxy(target: { port: number; slowMs?: number }): Promise<FaultProxy> {
  let mode: FaultMode = 'works';
  let opened = 0;
  let delayed = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    opened += 1;
    keep(sockets, socket);
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
      // Kept connections would go on in the old mode.
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
    keep(sockets, onward);
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

/** What a client begins with that wants to speak TLS: it hears plain text, which is garbage to it. */
const TLS_HANDSHAKE = 0x16;

/** Who answers before the body has come cuts the connection while the client still writes, and the answer is lost. */
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

function keep(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  // A cut connection is what this proxy is for.
  socket.on('error', () => socket.destroy());
}
