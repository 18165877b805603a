import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jwtVerify } from 'jose';
import { expect, it } from 'vitest';
import { createPassCard, GOOGLE_EMAIL, googleKeys, googleSettings } from '#test/fakes/passes.ts';
import { createGuard } from '../service/resilience-policy.ts';
import { createGooglePasses, readGoogleAccount } from './google.ts';

const NOW = new Date('2026-11-02T01:00:00Z');
const ORIGIN = 'https://shop.test';
const SAVE = 'https://pay.google.com/gp/v/save/';

async function createPasses(organisation = 'Handsel Pty Ltd') {
  const account = await readGoogleAccount(googleSettings());
  const clock = { now: () => NOW };
  const guard = createGuard({ service: 'google wallet', provider: 'google', clock, timeoutMs: 1_000 });
  const nowhere = { base: 'http://127.0.0.1:9', tokenUrl: 'http://127.0.0.1:9/token' };
  return createGooglePasses({ account, organisation, origin: ORIGIN, clock, guard, ...nowhere });
}

type Part = { id: string; [field: string]: unknown };
type Claims = { payload: { giftCardClasses: [Part]; giftCardObjects: [Part] }; [claim: string]: unknown };

async function open(link: string) {
  expect(link.startsWith(SAVE)).toBe(true);
  const read = await jwtVerify(link.slice(SAVE.length), createPublicKey(googleKeys.publicKey), { currentDate: NOW });
  return { ...read, payload: read.payload as Claims, length: link.length - SAVE.length };
}

it('creates a Google Wallet link with a signed token that has issuer, audience, type, time and payload', async () => {
  const { payload, protectedHeader, length } = await open(await (await createPasses()).saveLink(createPassCard()));
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' });
  const { payload: objects, ...claims } = payload;
  const iat = NOW.getTime() / 1_000;
  expect(claims).toEqual({ iss: GOOGLE_EMAIL, aud: 'google', typ: 'savetowallet', iat, origins: [ORIGIN] });
  expect(Object.keys(objects)).toEqual(['giftCardClasses', 'giftCardObjects']);
  expect(length).toBeLessThan(1_800);
});

it("includes the card page's id, code, PIN, balance, barcode and expiry in the link", async () => {
  const { payload } = await open(await (await createPasses()).saveLink(createPassCard()));
  const [[kind], [object]] = [payload.payload.giftCardClasses, payload.payload.giftCardObjects];
  expect(kind).toMatchObject({
    id: expect.stringMatching(/^3388000000012345678\.tide-and-kiln-[0-9a-f]{8}$/),
    issuerName: 'Handsel Pty Ltd',
    merchantName: 'Tide & Kiln',
    reviewStatus: 'UNDER_REVIEW',
    programLogo: { sourceUri: { uri: 'https://shop.test/media/logo/640.jpg?v=1' } },
  });
  expect(object).toEqual({
    id: '3388000000012345678.b1946ac92492d2347c6235b4d2611184',
    classId: kind.id,
    state: 'ACTIVE',
    cardNumber: 'TKGC 7F3Q 9XKM 2P4D',
    pin: '4821',
    balance: { micros: '37500000', currencyCode: 'AUD' },
    balanceUpdateTime: { date: '2026-11-02T01:00:00.000Z' },
    barcode: { type: 'CODE_128', value: 'TKGC7F3Q9XKM2P4D', alternateText: 'TKGC 7F3Q 9XKM 2P4D' },
    validTimeInterval: { end: { date: '2029-11-20T12:59:59.000Z' } },
  });
});

it('keeps the link short enough for phones by dropping optional parts, the logo first', async () => {
  const long = 'Featherstonehaugh & Papadimitriou Ceramics of the South Coast';
  const logo = { ...createPassCard().logo, address: `https://shop.test/media/${'x'.repeat(300)}/640.jpg` };
  const card = createPassCard({ seller: { name: long, shopUrl: 'f'.repeat(80) }, logo });
  const { payload, length } = await open(await (await createPasses(long)).saveLink(card));
  expect(length).toBeLessThanOrEqual(1_800);
  expect(payload.payload.giftCardClasses[0]).not.toHaveProperty('programLogo');
});

it("creates a new pass class when the seller's details change, because Google keeps the first version", async () => {
  const { saveLink } = await createPasses();
  const readClassId = async (name: string) => {
    const { payload } = await open(await saveLink(createPassCard({ seller: { name, shopUrl: 'tide' } })));
    return payload.payload.giftCardClasses[0].id;
  };
  expect(await readClassId('Tide')).toBe(await readClassId('Tide'));
  expect(await readClassId('Tide')).not.toBe(await readClassId('Tide & Kiln'));
});

it('reads the key from text or from a file, and rejects an invalid key with a one-sentence error', async () => {
  const settings = googleSettings();
  const path = join(tmpdir(), `handsel-google-${process.pid}.json`);
  await writeFile(path, JSON.stringify(JSON.parse(settings.GOOGLE_WALLET_KEY), null, 2));
  expect((await readGoogleAccount({ ...settings, GOOGLE_WALLET_KEY: path })).email).toBe(GOOGLE_EMAIL);
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const wrong = [
    '{}',
    '{"client_email"',
    googleSettings({ key: String(curve.export({ type: 'pkcs8', format: 'pem' })) }),
  ];
  for (const entry of wrong) {
    const GOOGLE_WALLET_KEY = typeof entry === 'string' ? entry : entry.GOOGLE_WALLET_KEY;
    const refused = await readGoogleAccount({ ...settings, GOOGLE_WALLET_KEY }).catch((error: Error) => error);
    expect(refused).toMatchObject({
      operatorCode: 'setting',
      message: expect.stringMatching(/^GOOGLE_WALLET_KEY is not [^\n]*\.$/),
    });
    expect(String(refused)).not.toContain('PRIVATE KEY');
  }
});
