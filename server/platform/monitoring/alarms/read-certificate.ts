import { once } from 'node:events';
import { connect as connectPlain, isIP } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';

const ANSWER_MS = 5_000;
const TLS_REQUEST = Buffer.from('0000000804d2162f', 'hex');
const HAS_TLS = 'S';

/** Reads the certificate of an https or postgres URL. Throws if the server is unreachable. */
export async function readCertificate(address: string): Promise<{ validUntil: Date; refused: string | null }> {
  const socket = await connectTls(new URL(address), AbortSignal.timeout(ANSWER_MS));
  try {
    const { valid_to: until } = socket.getPeerCertificate();
    return { validUntil: new Date(until), refused: socket.authorized ? null : String(socket.authorizationError) };
  } finally {
    socket.destroy();
  }
}

async function connectTls({ protocol, hostname, port }: URL, signal: AbortSignal): Promise<TLSSocket> {
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isWeb = protocol === 'https:';
  const socket = connectPlain({ host, port: Number(port || (isWeb ? 443 : 5432)) });
  socket.on('error', () => undefined);
  try {
    await once(socket, 'connect', { signal });
    if (!isWeb) {
      socket.write(TLS_REQUEST);
      const [answer] = await once(socket, 'data', { signal });
      if (String(answer) !== HAS_TLS) throw new Error('it does not support TLS');
    }
    // Omits the server name for IP addresses, which SNI does not allow.
    const named = isIP(host) === 0 ? { servername: host } : {};
    const secure = connect({ socket, host, ...named, rejectUnauthorized: false });
    secure.on('error', () => undefined);
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? new Error('no answer within 5 seconds', { cause: error }) : error;
  }
}
