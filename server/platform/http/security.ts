import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { isPublicPage } from '#contract/rules/public-pages.ts';
import { addressesOf, namesOf } from '#server/platform/kernel/call-addresses.ts';
import { appError, errorAnswer } from '#server/platform/kernel/errors.ts';
import { readablePath } from '#server/platform/kernel/redaction.ts';
import type { Settings } from '#server/settings.ts';
import type { NoteSocket } from './security-log.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Where the plugin finds the headers of a route that has its own. */
    helmet?: FastifyHelmetOptions;
  }
}

/** Pages whose address is a secret, and the passes of cards: never cached, never sent to other sites. */
const SECRET_PAGES = /^\/(card|autologin|v1)\b/i;
const SECRET_CALLS = new RegExp(`^${addressesOf(namesOf(({ secret }) => secret === 'answer'))}/?$`, 'i');

/** The pages that read barcodes with the camera, by a decoder in WebAssembly where the browser has none. */
const SCANS = new Set(['/till', '/checkout']);

const HSTS_SECONDS = 31_536_000;

const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const RECAPTCHA = ['https://www.google.com/recaptcha/'];
const RECAPTCHA_SCRIPTS = [...RECAPTCHA, 'https://www.gstatic.com/recaptcha/'];

/**
 * What is left for files that no page is: code, styles, fonts, pictures. A page has dozens of them, and the headers of a
 * page are longer than many a file. A drawing that is opened by itself, and a worker, may load nothing and run no
 * other code.
 */
export const fileHeaders: FastifyHelmetOptions = {
  enableCSPNonces: false,
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
  },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  dnsPrefetchControl: false,
  ieNoOpen: false,
  frameguard: false,
  permittedCrossDomainPolicies: false,
  xssFilter: false,
};

/** Types of text without a charset, which a browser would have to guess. */
const UNNAMED_ENCODING = /^(text\/[^;]+|[^;]+[/+]xml)$/i;

/** The headers of every answer (ASVS 3.4). Scripts run by nonce only; Stripe's own come in only with its provider. */
export async function registerSecurity(app: FastifyInstance, settings: Settings): Promise<void> {
  const stripe = settings.PAYMENTS === 'stripe';
  const recaptcha = settings.HUMAN_CHECK === 'recaptcha';
  const only = (...sources: string[]): string[] => ["'self'", ...sources];
  await app.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: only(...(stripe ? STRIPE_SCRIPTS : []), ...(recaptcha ? RECAPTCHA_SCRIPTS : [])),
        styleSrc: only(),
        styleSrcAttr: ["'unsafe-inline'"],
        // Vite puts styles into the page while developing.
        ...(settings.WEB === 'dev' ? { styleSrcElem: ["'self'", "'unsafe-inline'"] } : {}),
        imgSrc: only('data:', 'blob:', ...(stripe ? ['https://*.stripe.com'] : [])),
        fontSrc: only(),
        connectSrc: only(
          ...(stripe ? ['https://api.stripe.com'] : []),
          ...(recaptcha ? RECAPTCHA : []),
          ...(settings.WEB === 'dev' ? ['ws:'] : []),
        ),
        workerSrc: only('blob:'),
        frameSrc: frames({ stripe, recaptcha }),
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: only(...(settings.LEADS === 'salesforce' ? [new URL(settings.SALESFORCE_LEADS_URL).origin] : [])),
        objectSrc: ["'none'"],
        manifestSrc: only(),
      },
    },
    crossOriginEmbedderPolicy: false,
    strictTransportSecurity: settings.publicUrl.startsWith('https:') ? { maxAge: HSTS_SECONDS } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
  });
  app.addHook('onSend', async (request, reply) => setHeaders(request, reply));
}

function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
  const type = String(reply.getHeader('content-type') ?? '');
  if (UNNAMED_ENCODING.test(type)) reply.header('content-type', `${type}; charset=utf-8`);
  if (isPersonal(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  if (request.routeOptions.config.helmet === fileHeaders) return;
  const scans = SCANS.has(pathOf(request.url));
  reply.header('permissions-policy', `camera=(${scans ? 'self' : ''})`);
  if (scans) allowWebAssembly(reply);
  const path = readablePath(request.originalUrl);
  if (!SECRET_PAGES.test(path) && !SECRET_CALLS.test(path)) {
    if (isPage(reply) && !isPublicPage(pathOf(request.url))) reply.header('x-robots-tag', 'noindex');
    return;
  }
  reply.headers({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
}

/** What was sent, or asked for with a token, may be answered with a token, a code or somebody's data. */
function isPersonal({ method, headers }: FastifyRequest): boolean {
  return (method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined;
}

/** What every answer has, whoever wrote it: Fastify and Node give some before the app knows of a request. */
export function plainHeaders({ publicUrl }: Settings): [string, string][] {
  return [
    ['content-security-policy', "default-src 'none';frame-ancestors 'none';base-uri 'none'"],
    ['x-content-type-options', 'nosniff'],
    ...(publicUrl.startsWith('https:')
      ? [['strict-transport-security', `max-age=${HSTS_SECONDS}; includeSubDomains`] as [string, string]]
      : []),
  ];
}

/** The app's own headers take the place of these. */
export function withPlainHeaders(app: RequestListener, settings: Settings): RequestListener {
  const headers = plainHeaders(settings);
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    return app(request, response);
  };
}

/**
 * Rejects a request that Node would reject without these headers: HTTP/1.1 without a host, or an unknown `Expect`.
 * For a server with `requireHostHeader: false`, and for its event `checkExpectation`.
 */
export function rejectUnreadable(note: NoteSocket): RequestListener {
  const { status, body } = errorAnswer(appError('request_unreadable'));
  return (request, response) => {
    note(request.socket, 'request.unreadable', lacksHost(request) ? 'no host' : 'unknown expectation');
    response.writeHead(status, {
      connection: 'close',
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
    response.end(JSON.stringify(body));
  };
}

export function lacksHost({ httpVersion, headers }: Pick<IncomingMessage, 'httpVersion' | 'headers'>): boolean {
  return httpVersion === '1.1' && headers.host === undefined;
}

const UNREADABLE: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** Answers what is no request that Node can read, and closes the connection. */
export function answerUnreadable(
  settings: Settings,
  note: NoteSocket,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const headers = plainHeaders(settings).map(([name, value]) => `${name}: ${value}\r\n`);
  return (error, socket) => {
    noteUnreadable(note, { error, socket });
    if (error.code !== 'ECONNRESET' && socket.writable) {
      const { status, body: answer } = errorAnswer(appError(UNREADABLE[error.code ?? ''] ?? 'request_unreadable'));
      const body = JSON.stringify(answer);
      socket.write(
        `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-type: application/json\r\n` +
          `content-length: ${body.length}\r\ncache-control: no-store\r\n${headers.join('')}\r\n${body}`,
      );
    }
    socket.destroy(error);
  };
}

/** The parser's error when a connection ends within a request, as it does when a phone loses its network. */
const CUT_OFF = 'HPE_INVALID_EOF_STATE';
const NO_CERTIFICATE = 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE';

function noteUnreadable(note: NoteSocket, { error, socket }: { error: NodeJS.ErrnoException; socket: Socket }): void {
  const { code = '' } = error;
  if (code.startsWith('HPE_') && code !== CUT_OFF) note(socket, 'request.unreadable', code);
  // Set when a client shows a certificate of another authority than METRICS_CA_FILE.
  const { authorizationError } = socket as Partial<TLSSocket>;
  if (authorizationError) note(socket, 'certificate.refused', String(authorizationError));
  else if (code === NO_CERTIFICATE) note(socket, 'certificate.refused', code);
}

function frames({ stripe, recaptcha }: { stripe: boolean; recaptcha: boolean }): string[] {
  const all = [...(stripe ? [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'] : []), ...(recaptcha ? RECAPTCHA : [])];
  return all.length > 0 ? all : ["'none'"];
}

/** Helmet has written the policy to the raw response, with the nonce of this answer. */
function allowWebAssembly(reply: FastifyReply): void {
  const policy = String(reply.raw.getHeader('content-security-policy'));
  reply.raw.setHeader('content-security-policy', policy.replace("script-src 'self'", "$& 'wasm-unsafe-eval'"));
}

function isPage(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('text/html');
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
