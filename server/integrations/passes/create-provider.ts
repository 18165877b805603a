import type { Wallet } from '#contract/shop.ts';
import type { ServiceHealth } from '#server/platform/ports/service.ts';
import type { Clock } from '../../clock.ts';
import type { Settings } from '../../settings.ts';
import { createGuard } from '../service/resilience-policy.ts';
import { createApplePasses } from './apple.ts';
import { readAppleCertificates } from './apple-certificates.ts';
import { createApplePush } from './apple-push.ts';
import { createGooglePasses, readGoogleAccount } from './google.ts';
import type { Passes } from './port.ts';

export type PassParts = {
  clock: Pick<Clock, 'now'>;
  log: { warn(about: object, words: string): void };
};

/** Long timeout without retries, because pushes are not urgent and the job retries them. */
const PATIENT = { timeoutMs: 10_000, retries: 0 } as const;

/** Throws an operator error naming the setting to fix. */
export async function createPassesProvider(
  settings: Settings,
  { clock, log }: PassParts,
): Promise<{ provider: Passes; health: (() => ServiceHealth)[] }> {
  const certificates = settings.APPLE_PASS_TYPE_ID ? await readAppleCertificates(settings, clock.now()) : null;
  const account = settings.GOOGLE_WALLET_ISSUER_ID ? await readGoogleAccount(settings) : null;
  const organisation = settings.OPERATOR_NAME;
  const apns = createGuard({ service: 'apple wallet', provider: 'apns', clock, ...PATIENT });
  const wallet = createGuard({ service: 'google wallet', provider: 'google', clock, ...PATIENT });
  const provider: Passes = {
    wallets() {
      const offered: Wallet[] = [];
      if (certificates && certificates.validUntil > clock.now()) offered.push('apple');
      if (account) offered.push('google');
      return offered;
    },
    apple:
      certificates &&
      createApplePasses({
        certificates,
        organisation,
        clock,
        log,
        webService: resolveWebService(settings),
        push: createApplePush({ certificates, base: settings.APPLE_PUSH_URL, guard: apns }),
      }),
    google:
      account &&
      createGooglePasses({
        account,
        organisation,
        clock,
        guard: wallet,
        origin: new URL(settings.publicUrl).origin,
        base: settings.GOOGLE_WALLET_URL.replace(/\/+$/, ''),
        tokenUrl: settings.GOOGLE_TOKEN_URL,
      }),
  };
  return { provider, health: [...(certificates ? [apns.health] : []), ...(account ? [wallet.health] : [])] };
}

/** iPhones call web services only over https. */
const resolveWebService = ({ publicUrl }: Settings): string | null =>
  publicUrl.startsWith('https:') ? publicUrl : null;
