import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum age of a request, and maximum clock skew. */
const TOLERANCE_MS = 5 * 60_000;

export function isWebhookSecret(secret: string): boolean {
  const encoded = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret)?.[1];
  const bytes = encoded === undefined ? 0 : Buffer.from(encoded, 'base64').byteLength;
  return bytes >= 24 && bytes <= 64;
}

type Signed = { id: string; timestamp: string; body: string };

/** Returns 'v1,' and base64(HMAC-SHA256(secret, 'id.timestamp.body')), per Standard Webhooks. */
export function webhookSignature(secret: string, { id, timestamp, body }: Signed): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`, 'utf8').digest('base64')}`;
}

export function webhookHeaders(
  secret: string,
  { id, body, now }: { id: string; body: string; now: Date },
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': webhookSignature(secret, { id, timestamp, body }),
  };
}

/** Accepts several signatures separated by spaces, so that a secret can be replaced. */
export function isSignedWebhook(
  secret: string,
  { headers, body, now }: { headers: Record<string, unknown>; body: string; now: Date },
): boolean {
  const [id, timestamp, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(
    (name) => headers[name],
  );
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof signatures !== 'string') return false;
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) * 1_000 - now.getTime()) > TOLERANCE_MS) return false;
  const expected = Buffer.from(webhookSignature(secret, { id, timestamp, body }));
  return signatures.split(' ').some((signature) => {
    const bytes = Buffer.from(signature);
    return bytes.byteLength === expected.byteLength && timingSafeEqual(bytes, expected);
  });
}
