import { z } from 'zod';
import { callTable } from './call.ts';
import { PASSKEY_BYTES } from './rules/body-sizes.ts';
import { id } from './shapes/numbers.ts';
import { passkey } from './shapes/passkey.ts';
import { authAnswer } from './sign-in.ts';

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export const transport = z.enum(transports);

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);
/** Credentials use WebAuthn Level 3 JSON. Other fields are dropped. */
const credential = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal('public-key') };
const clientDataJSON = base64url(8_000);

const newCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    attestationObject: base64url(40_000),
    transports: z.array(z.string().max(30)).max(10).default([]),
  }),
});
export type NewCredential = z.output<typeof newCredential>;

const usedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON,
    authenticatorData: base64url(8_000),
    signature: base64url(2_000),
    userHandle: z.string().max(100).default(''),
  }),
});
export type UsedCredential = z.output<typeof usedCredential>;

const creation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(
    z.object({ type: z.literal('public-key'), id: z.string(), transports: z.array(transport) }),
  ),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});
export type PasskeyCreation = z.output<typeof creation>;

const request = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.output<typeof request>;

const status = z.boolean();

export const passkeyCalls = callTable({
  'GET mobiledigital/passkeys': {
    summary: "The signed-in customer's passkeys, the newest first",
    access: 'customer',
    answer: z.object({ status, passkeys: z.array(passkey) }),
  },
  'POST mobiledigital/newpasskey': {
    summary: 'What a browser needs to create a passkey; the challenge works once, within five minutes',
    access: 'customer',
    limit: 'sign-in',
    byLink: 'own',
    answer: z.object({ status, options: creation }),
  },
  'POST mobiledigital/addpasskey': {
    summary: 'Stores a passkey that a browser created; it can sign in from then on',
    access: 'customer',
    limit: 'sign-in',
    bodyBytes: PASSKEY_BYTES,
    byLink: 'own',
    body: z.object({ credential: newCredential }),
    answer: z.object({ status, passkey }),
  },
  'POST mobiledigital/removepasskey': {
    summary: 'Removes a passkey, and signs the customer out everywhere else; status false if it does not exist',
    access: 'customer',
    byLink: 'own',
    body: z.object({ id }),
    answer: z.object({ status }),
  },
  'POST mobiledigital/passkeychallenge': {
    summary: 'What a browser needs to sign in with a passkey; works once, in this browser, within five minutes',
    access: 'public',
    limit: 'sign-in',
    answer: z.object({ status, options: request }),
  },
  'POST mobiledigital/passkeysignin': {
    summary: 'Signs in with a passkey; returns the response of mobiledigital/auth for an existing user',
    access: 'public',
    limit: 'sign-in',
    body: z.object({ credential: usedCredential }),
    answer: authAnswer,
  },
});
