import { createPublicKey, createVerify, randomUUID, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer, type Http2Session, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import { createLocalhostCertificate, GOOGLE_EMAIL, googleKeys, TYPE_ID } from './passes.ts';
import { type Answered, type Received, startStandIn } from './stand-in.ts';

type Push = { token: string; headers: Record<string, unknown>; body: string; status: number };
type Says = { status: number; reason?: string };

/** Certificates trusted in addition to Node's, because several fake services can run simultaneously. */
const trusted = new Set<string>();
const ofNode = getCACertificates('default');
const trust = () => setDefaultCACertificates([...ofNode, ...trusted]);

/** Simulates Apple's push service: HTTP/2 over TLS for clients with the pass certificate. */
export async function startApns({ certificate }: { certificate: string }) {
  const serverCertificate = createLocalhostCertificate();
  trusted.add(serverCertificate.cert);
  trust();
  const pushes: Push[] = [];
  const sessions = new Set<Http2Session>();
  const apns = { says: (_token: string): Says => ({ status: 200 }), connections: 0 };
  const fingerprint = new X509Certificate(certificate).fingerprint256;
  let server: Http2SecureServer;
  const start = async (port: number): Promise<void> => {
    server = createSecureServer({ ...serverCertificate, requestCert: true, rejectUnauthorized: false });
    server.on('session', (session) => {
      apns.connections += 1;
      sessions.add(session);
    });
    server.on('stream', async (stream: ServerHttp2Stream, headers) => {
      const socket = stream.session?.socket as TLSSocket | undefined;
      const peerFingerprint = socket?.getPeerCertificate().fingerprint256;
      let body = '';
      for await (const piece of stream) body += piece;
      const token = /^\/3\/device\/(\w+)$/.exec(String(headers[':path']))?.[1] ?? '';
      const says = findRefusal({ headers, token, isOwn: peerFingerprint === fingerprint }) ?? apns.says(token);
      pushes.push({ token, headers, body, status: says.status });
      stream.respond({ ':status': says.status, 'content-type': 'application/json' });
      stream.end(says.reason ? JSON.stringify({ reason: says.reason }) : '');
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const stop = async (): Promise<void> => {
    for (const session of sessions) session.destroy();
    sessions.clear();
    await new Promise((resolve) => server.close(resolve));
  };
  await start(0);
  const { port } = server!.address() as AddressInfo;
  return Object.assign(apns, {
    port,
    url: `https://127.0.0.1:${port}`,
    pushes,
    tokens: () => pushes.map(({ token }) => token),
    down: stop,
    up: () => start(port),
    async close() {
      await stop();
      trusted.delete(serverCertificate.cert);
      trust();
    },
  });
}

type Refusing = { headers: Record<string, unknown>; token: string; isOwn: boolean };

function findRefusal({ headers, token, isOwn }: Refusing): Says | null {
  if (!isOwn) return { status: 403, reason: 'BadCertificate' };
  if (headers['apns-topic'] !== TYPE_ID) return { status: 400, reason: 'BadTopic' };
  return token === '' ? { status: 404, reason: 'BadPath' } : null;
}

type Objects = Map<string, Record<string, unknown>>;

export async function startGoogleWallet() {
  const objects: Objects = new Map();
  const buildEnv = (baseUrl: string) => ({ GOOGLE_WALLET_URL: baseUrl, GOOGLE_TOKEN_URL: `${baseUrl}/token` });
  const wallet = { says: null as Answered | null, tokensGiven: 0, env: buildEnv('') };
  const bearers = new Set<string>();
  const { port, url, received, close } = await startStandIn((request) => {
    if (wallet.says) return wallet.says;
    if (request.path === '/token') {
      if (!isSigned(request, wallet.env.GOOGLE_TOKEN_URL)) return { status: 400, body: { error: 'invalid_grant' } };
      const token = randomUUID();
      bearers.add(token);
      wallet.tokensGiven += 1;
      return { status: 200, body: { access_token: token, expires_in: 3_599, token_type: 'Bearer' } };
    }
    if (!bearers.has(String(request.headers.authorization).replace('Bearer ', ''))) return { status: 401, body: {} };
    return patch(objects, request);
  });
  wallet.env = buildEnv(url);
  return Object.assign(wallet, {
    port,
    envAt: (baseUrl: string) => {
      wallet.env = buildEnv(baseUrl);
      return wallet.env;
    },
    objects,
    patches: () => received.filter(({ method }) => method === 'PATCH'),
    revoke: () => bearers.clear(),
    close,
  });
}

function patch(objects: Objects, { method, path, body }: Received): Answered {
  const id = /^\/walletobjects\/v1\/giftCardObject\/([\w.-]+)$/.exec(path)?.[1] ?? '';
  const object = objects.get(id);
  if (method !== 'PATCH' || !object) return { status: 404, body: { error: { code: 404 } } };
  Object.assign(object, JSON.parse(body));
  return { status: 200, body: object };
}

function isSigned({ body }: Received, audience: string): boolean {
  const form = new URLSearchParams(body);
  const [head = '', claims = '', signature = ''] = (form.get('assertion') ?? '').split('.');
  const { iss, scope, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}');
  const verify = createVerify('sha256').update(`${head}.${claims}`);
  return (
    form.get('grant_type') === 'urn:ietf:params:oauth:grant-type:jwt-bearer' &&
    [iss, scope, aud].join() ===
      [GOOGLE_EMAIL, 'https://www.googleapis.com/auth/wallet_object.issuer', audience].join() &&
    verify.verify(createPublicKey(googleKeys.publicKey), Buffer.from(signature, 'base64url'))
  );
}
