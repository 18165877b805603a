import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from 'node:http2';
import { providerError } from '#server/platform/ports/service.ts';
import { retryAfter } from '../service/http-call.ts';
import type { Guard } from '../service/resilience-policy.ts';
import type { AppleCertificates } from './apple-certificates.ts';
import type { ApplePasses } from './port.ts';

type Options = { certificates: AppleCertificates /** 'https://api.push.apple.com' */; base: string; guard: Guard };

const SERVICE = 'apple wallet';
/** Apple takes connections that come and go for an attack: one is kept, and closed when nothing changes for so long. */
const IDLE_MS = 15 * 60_000;
/** Answers that say of a token that it is none, or none of this shop's. */
const GONE = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']);
const LONGEST = 10_000;

/** Pushes over one HTTP/2 connection to Apple, which is proved by the pass certificate. */
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
        const answer = await ask(connected(), { ...headers, ':path': `/3/device/${pushToken}` }, signal);
        throwUnanswered(answer);
        return answer;
      },
    });
    if (status === 200) return 'updated';
    const reason = reasonOf(text);
    if (status === 410 || (status === 400 && GONE.has(reason))) return 'gone';
    throw new Error(`Apple refused a push: HTTP ${status} ${reason}${wait === null ? '' : `, wait ${wait} ms`}.`);
  };
}

type Answer = { status: number; text: string; wait: number | null };

/** Busy or broken: it says nothing about the push. */
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

/** Opens the connection when it is needed, and again when it has ended. */
function createConnection({ certificates, base }: Pick<Options, 'certificates' | 'base'>): () => ClientHttp2Session {
  let session: ClientHttp2Session | null = null;
  return () => {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = connect(base, { cert: certificates.signerCert, key: certificates.signerKey });
    // Each push that was on its way fails with the connection's error, and says so.
    opened.on('error', () => opened.destroy());
    // No more pushes after a GOAWAY: those that were sent are answered still.
    opened.on('goaway', () => {
      if (session === opened) session = null;
    });
    opened.setTimeout(IDLE_MS, () => opened.close());
    opened.unref();
    session = opened;
    return opened;
  };
}

function ask(session: ClientHttp2Session, headers: Record<string, string>, signal: AbortSignal): Promise<Answer> {
  const stream = session.request(headers);
  const silent = () => {
    stream.close(constants.NGHTTP2_CANCEL);
    // Who does not answer in time may be a connection that died unnoticed: the next push opens another.
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
  // The push says nothing: the device asks for what is new.
  stream.end('{}');
  return promise;
}

function reasonOf(text: string): string {
  return /"reason"\s*:\s*"(\w+)"/.exec(text)?.[1] ?? 'without a reason';
}
