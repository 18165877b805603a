import type { Wallet } from '#contract/shop.ts';
import type { Clock } from '../../clock.ts';
import type { Settings } from '../../settings.ts';
import { createApplePasses } from './apple.ts';
import { readAppleCertificates } from './apple-certificates.ts';
import { createGooglePasses, readGoogleAccount } from './google.ts';
import type { Passes } from './port.ts';

export type PassParts = {
  clock: Pick<Clock, 'now'>;
  log: { warn(about: object, words: string): void };
};

/** The wallets the settings ask for. Throws an operator error that names the setting to mend. */
export async function createPassesProvider(settings: Settings, { clock, log }: PassParts): Promise<Passes> {
  const certificates = settings.APPLE_PASS_TYPE_ID ? await readAppleCertificates(settings, clock.now()) : null;
  const account = settings.GOOGLE_WALLET_ISSUER_ID ? await readGoogleAccount(settings) : null;
  const organisation = settings.OPERATOR_NAME;
  return {
    wallets() {
      const offered: Wallet[] = [];
      if (certificates && certificates.validUntil > clock.now()) offered.push('apple');
      if (account) offered.push('google');
      return offered;
    },
    apple: certificates && createApplePasses({ certificates, organisation, clock, log }),
    google: account && createGooglePasses({ account, organisation, origin: originOf(settings), clock }),
  };
}

const originOf = ({ publicUrl }: Settings): string => new URL(publicUrl).origin;
