import { type IncomingMessage, type RequestListener, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { isPublicPage } from '#contract/rules/public-pages.ts';
import { buildPathPattern, listCallNames } from '#server/platform/kernel/call-addresses.ts';
import { appError, errorAnswer } from '#server/platform/kernel/errors.ts';
import { normalizePath } from '#server/platform/kernel/redaction.ts';
import type { Settings } from '#server/settings.ts';
import type { NoteSocket } from './security-log.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    helmet?: FastifyHelmetOptions;
  }
}

/** Responses to these URLs must never be cached, nor the URLs sent as a referrer. */
const SECRET_PAGES = /^\/(card|autologin|v1)\b/i;
const SECRET_CALLS = new RegExp(`^${buildPathPattern(listCallNames(({ secret }) => secret === 'answer'))}/?$`, 'i');

const SCANS = new Set(['/till', '/checkout']);

const HSTS_SECONDS = 31_536_000;

const STRIPE_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
const RECAPTCHA = ['https://www.google.com/recaptcha/'];
const RECAPTCHA_SCRIPTS = [...RECAPTCHA, 'https://www.gstatic.com/recaptcha/'];

/**
 * Files get fewer headers than pages, because page headers would outweigh many files. An SVG opened alone, or a worker,
 * may load and run nothing else.
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

/** Content types without a charset, for which browsers would guess one. */
const UNNAMED_ENCODING = /^(text\/[^;]+|[^;]+[/+]xml)$/i;

/** Follows ASVS 3.4. Scripts run only with a nonce. */
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
        // Allows inline styles in development, because Vite adds them.
        ...(settings.WEB === 'dev' ? { styleSrcElem: ["'self'", "'unsafe-inline'"] } : {}),
        imgSrc: only('data:', 'blob:', ...(stripe ? ['https://*.stripe.com'] : [])),
        fontSrc: only(),
        connectSrc: only(
          ...(stripe ? ['https://api.stripe.com'] : []),
          ...(recaptcha ? RECAPTCHA : []),
          ...(settings.WEB === 'dev' ? ['ws:'] : []),
        ),
        workerSrc: only('blob:'),
        frameSrc: frameSources({ stripe, recaptcha }),
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
  const scans = SCANS.has(stripQuery(request.url));
  reply.header('permissions-policy', `camera=(${scans ? 'self' : ''})`);
  if (scans) allowWebAssembly(reply);
  const path = normalizePath(request.originalUrl);
  if (!SECRET_PAGES.test(path) && !SECRET_CALLS.test(path)) {
    if (isPage(reply) && !isPublicPage(stripQuery(request.url))) reply.header('x-robots-tag', 'noindex');
    return;
  }
  reply.headers({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  });
}

/** Returns true if the response may contain tokens, codes or personal data. */
function isPersonal({ method, headers }: FastifyRequest): boolean {
  return (method !== 'GET' && method !== 'HEAD') || headers.authorization !== undefined;
}

/** Headers of responses that Fastify and Node write before the app runs. */
export function plainHeaders({ publicUrl }: Settings): [string, string][] {
  return [
    ['content-security-policy', "default-src 'none';frame-ancestors 'none';base-uri 'none'"],
    ['x-content-type-options', 'nosniff'],
    ...(publicUrl.startsWith('https:')
      ? [['strict-transport-security', `max-age=${HSTS_SECONDS}; includeSubDomains`] as [string, string]]
      : []),
  ];
}

/** The app's own headers override these. */
export function withPlainHeaders(app: RequestListener, settings: Settings): RequestListener {
  const headers = plainHeaders(settings);
  return (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    return app(request, response);
  };
}

/**
 * Rejects HTTP/1.1 requests without a Host header or with an unknown `Expect`, because Node's own responses would lack
 * these headers.
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

/** The connection ended mid-request, as when a phone loses its network. */
const CUT_OFF = 'HPE_INVALID_EOF_STATE';
const NO_CERTIFICATE = 'ERR_SSL_PEER_DID_NOT_RETURN_A_CERTIFICATE';

function noteUnreadable(note: NoteSocket, { error, socket }: { error: NodeJS.ErrnoException; socket: Socket }): void {
  const { code = '' } = error;
  if (code.startsWith('HPE_') && code !== CUT_OFF) note(socket, 'request.unreadable', code);
  // The client's certificate was not issued by METRICS_CA_FILE.
  const { authorizationError } = socket as Partial<TLSSocket>;
  if (authorizationError) note(socket, 'certificate.refused', String(authorizationError));
  else if (code === NO_CERTIFICATE) note(socket, 'certificate.refused', code);
}

function frameSources({ stripe, recaptcha }: { stripe: boolean; recaptcha: boolean }): string[] {
  const all = [...(stripe ? [...STRIPE_SCRIPTS, 'https://hooks.stripe.com'] : []), ...(recaptcha ? RECAPTCHA : [])];
  return all.length > 0 ? all : ["'none'"];
}

/** Changes the raw response, because Helmet has already written the policy to it. */
function allowWebAssembly(reply: FastifyReply): void {
  const policy = String(reply.raw.getHeader('content-security-policy'));
  reply.raw.setHeader('content-security-policy', policy.replace("script-src 'self'", "$& 'wasm-unsafe-eval'"));
}

function isPage(reply: FastifyReply): boolean {
  return String(reply.getHeader('content-type') ?? '').startsWith('text/html');
}

function stripQuery(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
