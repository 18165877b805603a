import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { providerError } from '#server/platform/ports/service.ts';
import { retryAfter } from '../service/http-call.ts';
import type { Guard } from '../service/resilience-policy.ts';
import type { AppleCertificates } from './apple-certificates.ts';
import type { ApplePasses } from './port.ts';

type Options = { certificates: AppleCertificates; base: string; guard: Guard };

const SERVICE = 'apple wallet';
/** How long an idle connection stays open; Apple treats frequent reconnects as an attack. */
const IDLE_MS = 15 * 60_000;
/** Apple's reasons for a push token that is invalid or belongs to another app. */
const GONE = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']);
const LONGEST = 10_000;

export function createApplePush({ certificates, base, guard }: Options): ApplePasses['push'] {
  const connected = createConnection({ certificates, base });
  const headers = {
    ':method': 'POST',
    'apns-topic': certificates.passTypeIdentifier,
    'apns-push-type': 'background',
    'apns-priority': '5',
  };
  return async (pushToken) => {
    const { status, text, wait } = await guard.call({
      repeatable: true,
      run: async (signal) => {
        const answer = await sendRequest(connected(), { ...headers, ':path': `/3/device/${pushToken}` }, signal);
        throwUnanswered(answer);
        return answer;
      },
    });
    if (status === 200) return 'updated';
    const reason = parseReason(text);
    if (status === 410 || (status === 400 && GONE.has(reason))) return 'gone';
    throw new Error(`Apple rejected a push: HTTP ${status} ${reason}${wait === null ? '' : `, wait ${wait} ms`}.`);
  };
}

type Answer = { status: number; text: string; wait: number | null };

/** Throws if Apple is unavailable or rate-limits the push, so that the push is retried. */
function throwUnanswered({ status, wait }: Answer): void {
  if (status === 429 || status >= 500) {
    throw providerError({
      service: SERVICE,
      kind: status === 429 ? 'rate_limited' : 'server_error',
      mayHaveBeenApplied: false,
      ...(wait === null ? {} : { retryAfterMs: wait }),
      cause: `HTTP ${status}`,
    });
  }
}

function createConnection({ certificates, base }: Pick<Options, 'certificates' | 'base'>): () => ClientHttp2Session {
  let session: ClientHttp2Session | null = null;
  return () => {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(base, { cert: certificates.signerCert, key: certificates.signerKey });
    opened.on('error', () => opened.destroy());
    // After GOAWAY, new pushes need a new connection; pending pushes still get a response.
    opened.on('goaway', () => {
      if (session === opened) session = null;
    });
    opened.setTimeout(IDLE_MS, () => opened.close());
    opened.unref();
    session = opened;
    return opened;
  };
}

function sendRequest(
  session: ClientHttp2Session,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Answer> {
  const stream = session.request(headers);
  const silent = () => {
    stream.close(constants.NGHTTP2_CANCEL);
    // The connection may be dead, so the next push opens a new one.
    session.destroy();
  };
  signal.addEventListener('abort', silent, { once: true });
  return readAnswer(stream).finally(() => signal.removeEventListener('abort', silent));
}

function readAnswer(stream: ClientHttp2Stream): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const answer: Answer = { status: 0, text: '', wait: null };
  const unanswered = (cause?: unknown) =>
    reject(providerError({ service: SERVICE, kind: 'network', mayHaveBeenApplied: true, cause }));
  stream.setEncoding('utf8');
  stream.on('response', (headers) => {
    answer.status = Number(headers[':status']);
    answer.wait = retryAfter(headers['retry-after']?.toString() ?? null);
  });
  stream.on('data', (piece: string) => {
    answer.text = (answer.text + piece).slice(0, LONGEST);
  });
  stream.on('end', () => (answer.status === 0 ? unanswered() : resolve(answer)));
  stream.on('error', unanswered);
  stream.on('close', () => unanswered());
  // An empty push makes the device request updates.
  stream.end('{}');
  return promise;
}

function parseReason(text: string): string {
  return /"reason"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? 'without a reason';
}
