import type { NewCredential, PasskeyCreation, PasskeyRequest, UsedCredential } from '#contract/passkeys.ts';
import { transport } from '#contract/passkeys.ts';
import { PASSKEY_CHALLENGE_MS } from '#contract/rules/limits.ts';
import type { Settings } from '#server/settings.ts';
import type { PasskeyRow } from '../devices/passkeys-store.ts';

/** COSE ids of Ed25519, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

type Shop = Pick<Settings, 'publicUrl' | 'SHOP_NAME'>;
type Owner = { customerId: number; name: string; displayName: string };

/** Loads the library lazily to keep server start fast. */
const loadLibrary = () => import('@simplewebauthn/server');

const parseHostname = ({ publicUrl }: Pick<Shop, 'publicUrl'>): string => new URL(publicUrl).hostname;

const userHandle = (customerId: number): string => Buffer.from(String(customerId)).toString('base64url');

export function buildCreationOptions(
  shop: Shop,
  { challenge, owner, present }: { challenge: string; owner: Owner; present: readonly PasskeyRow[] },
): PasskeyCreation {
  const { customerId, name, displayName } = owner;
  return {
    rp: { id: parseHostname(shop), name: shop.SHOP_NAME },
    user: { id: userHandle(customerId), name, displayName },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: present.map(({ credentialId: id, transports }) => ({
      type: 'public-key',
      id,
      transports: filterTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

export function requestOptions(shop: Pick<Shop, 'publicUrl'>, challenge: string): PasskeyRequest {
  return { rpId: parseHostname(shop), challenge, timeout: PASSKEY_CHALLENGE_MS, userVerification: 'required' };
}

const filterTransports = (names: readonly string[]) =>
  names.flatMap((name) => {
    const result = transport.safeParse(name);
    return result.success ? [result.data] : [];
  });

export function readChallenge({ clientDataJSON }: { clientDataJSON: string }): string | null {
  try {
    const clientData: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge =
      typeof clientData === 'object' && clientData !== null && 'challenge' in clientData ? clientData.challenge : null;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

const buildExpectations = (shop: Pick<Shop, 'publicUrl'>, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(shop.publicUrl).origin,
  expectedRPID: parseHostname(shop),
  requireUserVerification: true,
});

type New = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** Returns null if the challenge or origin is wrong, or if the authenticator did not verify the user. */
export async function verifyNew(
  shop: Pick<Shop, 'publicUrl'>,
  { credential, challenge }: { credential: NewCredential; challenge: string },
): Promise<New | null> {
  const { verifyRegistrationResponse } = await loadLibrary();
  const transports = filterTransports(credential.response.transports);
  const response = { ...credential, response: { ...credential.response, transports }, clientExtensionResults: {} };
  const expected = buildExpectations(shop, challenge);
  const { registrationInfo } = await emptyIfRejected(
    verifyRegistrationResponse({ response, ...expected, supportedAlgorithmIDs: ALGORITHMS }),
  );
  if (!registrationInfo) return null;
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
}

/** Returns the new signature counter, or null if the response is invalid or the counter did not advance. */
export async function verifyUse(
  shop: Pick<Shop, 'publicUrl'>,
  { credential, challenge, passkey }: { credential: UsedCredential; challenge: string; passkey: PasskeyRow },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { credentialId: id, publicKey, counter, customerId } = passkey;
  const { verified, authenticationInfo } = await emptyIfRejected(
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      ...buildExpectations(shop, challenge),
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    }),
  );
  const isTheirs = credential.response.userHandle === userHandle(customerId);
  return verified && authenticationInfo && isTheirs ? authenticationInfo.newCounter : null;
}

async function emptyIfRejected<Verified extends object>(verified: Promise<Verified>): Promise<Partial<Verified>> {
  try {
    return await verified;
  } catch {
    return {};
  }
}
