import { z } from 'zod';
import { isLoopbackName } from '../proxies/from-this-machine.ts';

export const tlsShape = {
  TLS_CERT_FILE: z.string().trim().min(1).optional(),
  TLS_KEY_FILE: z.string().trim().min(1).optional(),
  METRICS_CA_FILE: z.string().trim().min(1).optional(),
  NETWORK: z.enum(['open', 'encrypted']).default('open'),
};

type TlsSettings = z.output<z.ZodObject<typeof tlsShape>>;
type Exceptions = Pick<TlsSettings, 'NETWORK'> & { production: boolean; DEMO: '0' | '1' };

/** Returns whether connections between the operator's machines may be unencrypted. */
export function allowsPlain({ production, DEMO, NETWORK }: Exceptions): boolean {
  return !production || DEMO === '1' || NETWORK === 'encrypted';
}

export function tlsSettingsError(
  settings: TlsSettings & Exceptions & { HOST: string; METRICS_PORT?: number | undefined },
): string | null {
  const { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, METRICS_CA_FILE: readers, METRICS_PORT, HOST: host } = settings;
  if ((cert === undefined) !== (key === undefined))
    return `TLS_CERT_FILE and TLS_KEY_FILE must be set together: ${cert === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'} is missing.`;
  if (readers !== undefined && (cert === undefined || METRICS_PORT === undefined))
    return 'METRICS_CA_FILE makes METRICS_PORT require client certificates over TLS: set METRICS_PORT, TLS_CERT_FILE and TLS_KEY_FILE as well.';
  if (cert !== undefined || allowsPlain(settings) || isLoopbackName(host.includes(':') ? `[${host}]` : host))
    return null;
  return (
    `HOST=${host} accepts plain connections from other machines, which production does not allow. Set TLS_CERT_FILE and TLS_KEY_FILE, ` +
    'or HOST=127.0.0.1 if the proxy is on this machine (docs/how-to/tls-and-proxies.md).'
  );
}
