import { isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

const ANSWER_MS = 5_000;

/** The certificate of an https address, as those see it who come from here; throws where nobody answers. */
export async function readCertificate(address: string): Promise<{ validUntil: Date; refused: string | null }> {
  const { hostname, port } = new URL(address);
  const host = hostname.replaceAll(/[[\]]/g, '');
  const socket = await tlsTo(host, Number(port || 443));
  try {
    const { valid_to: until } = socket.getPeerCertificate();
    return { validUntil: new Date(until), refused: socket.authorized ? null : String(socket.authorizationError) };
  } finally {
    socket.destroy();
  }
}

function tlsTo(host: string, port: number): Promise<TLSSocket> {
  // An address is no name that a server could choose its certificate by.
  const named = isIP(host) === 0 ? { servername: host } : {};
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, ...named, rejectUnauthorized: false, timeout: ANSWER_MS });
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
    socket.once('timeout', () => socket.destroy(new Error('no answer within 5 seconds')));
  });
}
