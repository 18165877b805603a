import { createPrivateKey } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  appleSettings,
  createKeyPair,
  createPassCard,
  passErrors,
  TEAM_ID,
  TYPE_ID,
  unzipPass,
} from '#test/fakes/passes.ts';
import { choosePassColours, createApplePasses } from './apple.ts';
import { readAppleCertificates } from './apple-certificates.ts';
import { checkApplePass } from './apple-pass-check.ts';
import type { PassCard } from './port.ts';

const NOW = new Date('2026-11-02T01:00:00Z');
const settings = appleSettings();

type Field = { key: string; label: string; value: string | number };
type PassJson = { storeCard: Record<'primaryFields' | 'secondaryFields' | 'backFields', Field[]> };

async function createPasses(passSettings = settings, { now = NOW, webService = null as string | null } = {}) {
  const warned: [object, string][] = [];
  const certificates = await readAppleCertificates(passSettings, now);
  const log = { warn: (about: object, words: string) => warned.push([about, words]) };
  const applePasses = createApplePasses({
    certificates,
    organisation: 'Handsel Pty Ltd',
    clock: { now: () => now },
    log,
    webService,
    push: async () => 'updated',
  });
  return { ...applePasses, warned };
}

describe('an Apple Wallet pass', () => {
  let files: Record<string, Buffer>;
  let pass: PassJson;

  beforeAll(async () => {
    files = unzipPass(await (await createPasses()).draw(createPassCard()));
    pass = JSON.parse(files['pass.json']?.toString() ?? '');
  });

  it("signs a manifest of every file in the pass with the pass type's certificate", () => {
    expect(passErrors(files, settings.APPLE_PASS_CERTIFICATE)).toEqual([]);
    const changed = { ...files, 'pass.json': Buffer.from('{}') };
    expect(passErrors(changed, settings.APPLE_PASS_CERTIFICATE)).toEqual(['pass.json']);
    const manifest = Buffer.from(files['manifest.json']?.toString().replace('icon.png', 'icon_png') ?? '');
    const forged = { ...files, 'manifest.json': manifest };
    expect(passErrors(forged, settings.APPLE_PASS_CERTIFICATE)).toContain('digest of the manifest');
    expect(passErrors(files, appleSettings().APPLE_PASS_CERTIFICATE)).toEqual(['signature']);
  });

  it('puts the same balance, code, barcode, PIN, expiry and seller on the pass as on the card page', () => {
    expect(pass).toMatchObject({
      formatVersion: 1,
      passTypeIdentifier: TYPE_ID,
      teamIdentifier: TEAM_ID,
      serialNumber: 'b1946ac92492d2347c6235b4d2611184',
      organizationName: 'Handsel Pty Ltd',
      logoText: 'Tide & Kiln',
      backgroundColor: 'rgb(20,102,78)',
      foregroundColor: 'rgb(255,255,255)',
      expirationDate: '2029-11-20T12:59:59.000Z',
      barcodes: [
        {
          format: 'PKBarcodeFormatCode128',
          message: 'TKGC7F3Q9XKM2P4D',
          altText: 'TKGC 7F3Q 9XKM 2P4D',
          messageEncoding: 'iso-8859-1',
        },
      ],
    });
    expect(pass.storeCard.primaryFields).toEqual([
      {
        key: 'balance',
        label: 'Balance',
        value: 37.5,
        currencyCode: 'AUD',
        changeMessage: 'Your balance is now %@.',
      },
    ]);
    expect(pass.storeCard.secondaryFields).toMatchObject([
      { key: 'expires', value: '2029-11-20T23:59:59+11:00', ignoresTimeZone: true },
      { key: 'pin', value: '4821' },
    ]);
    expect(pass.storeCard.backFields.map(({ key }) => key)).toEqual(['code', 'seller', 'as-of', 'use']);
  });

  it('translates every label of the pass into German', () => {
    const words = files['de.lproj/pass.strings']?.toString() ?? '';
    const lists = [pass.storeCard.primaryFields, pass.storeCard.secondaryFields, pass.storeCard.backFields].flat();
    const unsaid = lists.filter(({ label }) => !words.includes(`"${label}"`));
    expect(unsaid).toEqual([]);
    expect(words).toContain('"Balance" = "Guthaben";');
    expect(words).toContain(`"${pass.storeCard.backFields[3]?.value}"`);
  });

  it("adds the seller's mark to the pass as icon and logo in three sizes", async () => {
    const sizes = await Promise.all(
      ['icon', 'icon@2x', 'icon@3x', 'logo', 'logo@2x', 'logo@3x'].map(async (name) => {
        const { format, width, height } = await sharp(files[`${name}.png`]).metadata();
        return [name, format, width, height];
      }),
    );
    expect(sizes).toEqual([
      ['icon', 'png', 29, 29],
      ['icon@2x', 'png', 58, 58],
      ['icon@3x', 'png', 87, 87],
      ['logo', 'png', 67, 50],
      ['logo@2x', 'png', 133, 100],
      ['logo@3x', 'png', 200, 150],
    ]);
  });

  it('mentions no PIN on the pass of a card without a PIN', async () => {
    const bare = unzipPass(await (await createPasses()).draw(createPassCard({ pin: null })));
    const text = bare['pass.json']?.toString() ?? '';
    expect(text).not.toContain('PIN');
    expect(text).toContain('or give the code."');
  });

  it('adds the web service URL and the pass token to the pass when the shop uses https', async () => {
    const { draw } = await createPasses(settings, { webService: 'https://shop.test' });
    const online = JSON.parse(unzipPass(await draw(createPassCard()))['pass.json']?.toString() ?? '');
    expect(online).toMatchObject({
      webServiceURL: 'https://shop.test',
      authenticationToken: createPassCard().passToken,
    });
    expect(pass).not.toHaveProperty('webServiceURL');
  });

  it('draws a pass for a card without expiry date and PIN', async () => {
    const { draw } = await createPasses();
    const bare = JSON.parse(
      unzipPass(await draw(createPassCard({ pin: null, expiresAt: null })))['pass.json']?.toString() ?? '',
    );
    expect([bare.expirationDate, bare.storeCard.secondaryFields]).toEqual([undefined, []]);
  });

  it.each([
    [
      'icon@2x.png',
      (wrong: Record<string, Buffer>) => (wrong['icon@2x.png'] = Buffer.alloc(0)),
      /icon@2x.png is missing/,
    ],
    ['a hex background colour', rewrite({ backgroundColor: '#14664e' }), /backgroundColor/],
    ['no serial number', rewrite({ serialNumber: undefined }), /serialNumber/],
    ['no barcode', rewrite({ barcodes: [] }), /barcodes/],
    ['an icon that is not a PNG', (wrong: Record<string, Buffer>) => (wrong['icon.png'] = Buffer.from('x')), /no PNG/],
  ])('rejects a broken pass: %s', (_name, spoil, words) => {
    const wrong = { ...files };
    spoil(wrong);
    expect(() => checkApplePass(files)).not.toThrow();
    expect(() => checkApplePass(wrong)).toThrow(words);
  });

  it('throws for a pass id or background colour that Apple would reject', async () => {
    const { draw } = await createPasses();
    await expect(draw(createPassCard({ passId: '' }))).rejects.toThrow('serialNumber');
    const logo: PassCard['logo'] = { ...createPassCard().logo, ground: 'red' };
    await expect(draw(createPassCard({ logo }))).rejects.toThrow(TypeError);
  });

  it('uses dark text on a light background and light text on a dark one', () => {
    expect(choosePassColours('#F5CFC2').foregroundColor).toBe('rgb(24,22,20)');
    expect(choosePassColours('#0D4335').labelColor).toBe('rgb(255,255,255)');
  });
});

function rewrite(change: object) {
  return (files: Record<string, Buffer>): void => {
    const pass = JSON.parse(files['pass.json']?.toString() ?? '');
    files['pass.json'] = Buffer.from(JSON.stringify({ ...pass, ...change }));
  };
}

describe('Apple signing certificates at startup', () => {
  const encrypted = createPrivateKey(settings.APPLE_PASS_KEY).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'open sesame',
  }) as string;

  it('decrypts the signing key with its passphrase and accepts escaped line breaks', async () => {
    const passSettings = {
      ...settings,
      APPLE_PASS_KEY: encrypted.replaceAll('\n', '\\n'),
      APPLE_PASS_KEY_PASSPHRASE: 'open sesame',
    };
    const { draw } = await createPasses(passSettings);
    expect(passErrors(unzipPass(await draw(createPassCard())), settings.APPLE_PASS_CERTIFICATE)).toEqual([]);
  });

  it.each([
    [
      'a certificate for another pass type',
      appleSettings({ typeId: 'pass.other' }),
      /^APPLE_PASS_TYPE_ID is .* for pass.other;/,
    ],
    ['a certificate for another team', appleSettings({ teamId: 'ZZZZZZZZZZ' }), /^APPLE_TEAM_ID is .* for ZZZZZZZZZZ;/],
    [
      'a key that does not match the certificate',
      { ...settings, APPLE_PASS_KEY: createKeyPair().privateKey },
      /^APPLE_PASS_KEY does not belong to/,
    ],
    [
      'a wrong passphrase',
      { ...settings, APPLE_PASS_KEY: encrypted, APPLE_PASS_KEY_PASSPHRASE: 'no' },
      /check the key and the passphrase/,
    ],
    [
      'a WWDR certificate that is not the issuer',
      { ...settings, APPLE_WWDR_CERTIFICATE: appleSettings().APPLE_WWDR_CERTIFICATE },
      /did not issue/,
    ],
    [
      'an expired certificate',
      appleSettings({ until: '2026-11-01' }),
      /^APPLE_PASS_CERTIFICATE expired on 2026-11-01;/,
    ],
    ['a certificate that is not yet valid', appleSettings({ from: '2027-01-01' }), /not valid before 2027-01-01/],
    [
      'a setting without a certificate',
      { ...settings, APPLE_PASS_CERTIFICATE: '-----BEGIN nothing' },
      /^APPLE_PASS_CERTIFICATE contains no PEM certificate/,
    ],
    [
      'a path to a missing file',
      { ...settings, APPLE_PASS_KEY: '/nowhere/key.pem' },
      /^APPLE_PASS_KEY names a file \/nowhere\/key.pem .*ENOENT/,
    ],
  ])('rejects %s with a one-sentence error', async (_name, wrongSettings, words) => {
    const refused = await readAppleCertificates(wrongSettings, NOW).catch(
      (error: Error & { operatorCode?: string }) => error,
    );
    expect(refused).toMatchObject({ operatorCode: 'setting', message: expect.stringMatching(words) });
    expect(String(refused)).not.toContain('PRIVATE KEY');
    expect(refused).toMatchObject({ message: expect.stringMatching(/^[^\n]*\.$/) });
  });

  it('warns about an expiring certificate at startup and once a day in its last thirty days', async () => {
    expect((await createPasses()).warned).toEqual([]);
    const ending = await createPasses(appleSettings({ until: '2026-11-20' }));
    expect(ending.warned).toEqual([[{ validUntil: '2026-11-20' }, 'apple_pass.certificates_expiring']]);
    await ending.draw(createPassCard());
    expect(ending.warned).toHaveLength(1);
  });
});
