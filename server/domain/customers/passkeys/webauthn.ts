import type { NewCredential, PasskeyCreation, PasskeyRequest, UsedCredential } from '#contract/passkeys.ts';
import { transport } from '#contract/passkeys.ts';
import { PASSKEY_CHALLENGE_MS } from '#contract/rules/limits.ts';
import type { Settings } from '#server/settings.ts';
import type { PasskeyRow } from '../devices/passkeys-store.ts';

/** Ed25519, ES256 and RS256, as COSE numbers them. */
const ALGORITHMS = [-8, -7, -257];

type Shop = Pick<Settings, 'publicUrl' | 'SHOP_NAME'>;
type Owner = { customerId: number; name: string; displayName: string };

/** Comes with the first passkey: no start of a server waits for it. */
const library = () => import('@simplewebauthn/server');

const hostOf = ({ publicUrl }: Pick<Shop, 'publicUrl'>): string => new URL(publicUrl).hostname;

/** The id of a customer as an authenticator keeps it and gives it back. */
const userHandle = (customerId: number): string => Buffer.from(String(customerId)).toString('base64url');

/** For navigator.credentials.create(). */
export function creationOptions(
  shop: Shop,
  { challenge, owner, present }: { challenge: string; owner: Owner; present: readonly PasskeyRow[] },
): PasskeyCreation {
  const { customerId, name, displayName } = owner;
  return {
    rp: { id: hostOf(shop), name: shop.SHOP_NAME },
    user: { id: userHandle(customerId), name, displayName },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    excludeCredentials: present.map(({ credentialId: id, transports }) => ({
      type: 'public-key',
      id,
      transports: knownTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** For navigator.credentials.get(): of any passkey that the browser has for the shop. */
export function requestOptions(shop: Pick<Shop, 'publicUrl'>, challenge: string): PasskeyRequest {
  return { rpId: hostOf(shop), challenge, timeout: PASSKEY_CHALLENGE_MS, userVerification: 'required' };
}

const knownTransports = (said: readonly string[]) =>
  said.flatMap((one) => {
    const known = transport.safeParse(one);
    return known.success ? [known.data] : [];
  });

/** The challenge that a browser says it has answered; null where it says none. */
export function challengeOf({ clientDataJSON }: { clientDataJSON: string }): string | null {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    const challenge = typeof said === 'object' && said !== null && 'challenge' in said ? said.challenge : null;
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

const expectedOf = (shop: Pick<Shop, 'publicUrl'>, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(shop.publicUrl).origin,
  expectedRPID: hostOf(shop),
  requireUserVerification: true,
});

type New = Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

/** What to keep of a new passkey; null: it was not made for this challenge, here, by who unlocked it. */
export async function verifyNew(
  shop: Pick<Shop, 'publicUrl'>,
  { credential, challenge }: { credential: NewCredential; challenge: string },
): Promise<New | null> {
  const { verifyRegistrationResponse } = await library();
  const transports = knownTransports(credential.response.transports);
  const response = { ...credential, response: { ...credential.response, transports }, clientExtensionResults: {} };
  const expected = expectedOf(shop, challenge);
  const { registrationInfo } = await orNothing(
    verifyRegistrationResponse({ response, ...expected, supportedAlgorithmIDs: ALGORITHMS }),
  );
  if (!registrationInfo) return null;
  const { id: credentialId, publicKey, counter } = registrationInfo.credential;
  return { credentialId, publicKey: Buffer.from(publicKey), counter, transports };
}

/** The counter of a signature; null: it is not this passkey's for this challenge, or its counter went back. */
export async function verifyUse(
  shop: Pick<Shop, 'publicUrl'>,
  { credential, challenge, passkey }: { credential: UsedCredential; challenge: string; passkey: PasskeyRow },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library();
  const { credentialId: id, publicKey, counter, customerId } = passkey;
  const { verified, authenticationInfo } = await orNothing(
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} },
      ...expectedOf(shop, challenge),
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
    }),
  );
  const isTheirs = credential.response.userHandle === userHandle(customerId);
  return verified && authenticationInfo && isTheirs ? authenticationInfo.newCounter : null;
}

/** The library throws for whatever is wrong with what a browser sent. */
async function orNothing<Verified extends object>(verified: Promise<Verified>): Promise<Partial<Verified>> {
  try {
    return await verified;
  } catch {
    return {};
  }
}
