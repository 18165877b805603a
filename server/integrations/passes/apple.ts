import { PKPass } from 'passkit-generator';
import type { Clock } from '../../clock.ts';
import { type AppleCertificates, formatDay } from './apple-certificates.ts';
import { checkApplePass } from './apple-pass-check.ts';
import { createApplePictures } from './apple-pictures.ts';
import type { ApplePasses, PassCard } from './port.ts';

type Options = {
  certificates: AppleCertificates;
  organisation: string;
  /** URL where devices fetch passes, without a trailing slash; null if devices cannot reach the shop. */
  webService: string | null;
  push: ApplePasses['push'];
  clock: Pick<Clock, 'now'>;
  log: { warn(about: object, words: string): void };
};

const WARN_AHEAD_MS = 30 * 86_400_000;

/** German labels; phones in other languages show English. */
const GERMAN = {
  Balance: 'Guthaben',
  'Your balance is now %@.': 'Dein Guthaben beträgt jetzt %@.',
  Expires: 'Läuft ab am',
  Status: 'Status',
  'On hold': 'Gesperrt',
  PIN: 'PIN',
  'Card code': 'Kartencode',
  Seller: 'Anbieter',
  'Balance as of': 'Guthaben vom',
  'How to use it': 'So löst du sie ein',
  'When you pay, show the barcode, or give the code.': 'Zeig beim Bezahlen den Strichcode oder nenne den Code.',
  'When you pay, show the barcode, or give the code and PIN.':
    'Zeig beim Bezahlen den Strichcode oder nenne Code und PIN.',
};

export function createApplePasses({ certificates, organisation, webService, push, clock, log }: Options): ApplePasses {
  const pictures = createApplePictures();
  const { wwdr, signerCert, signerKey, passTypeIdentifier, teamIdentifier, validUntil } = certificates;
  let warnedOn = '';
  const warnAhead = (): void => {
    const now = clock.now();
    if (validUntil.getTime() - now.getTime() > WARN_AHEAD_MS || warnedOn === formatDay(now)) return;
    warnedOn = formatDay(now);
    log.warn({ validUntil: formatDay(validUntil) }, 'apple_pass.certificates_expiring');
  };
  warnAhead();
  return {
    passTypeId: passTypeIdentifier,
    validUntil,
    push,
    async draw(card) {
      warnAhead();
      const pass = new PKPass(
        { ...(await pictures(card.logo)) },
        { wwdr, signerCert, signerKey },
        {
          serialNumber: card.passId,
          passTypeIdentifier,
          teamIdentifier,
          organizationName: organisation,
          description: `Gift card of ${card.seller.name}`,
          logoText: card.seller.name,
          sharingProhibited: true,
          ...(card.status === 'void' || card.status === 'expired' ? { voided: true } : {}),
          ...(webService === null ? {} : { webServiceURL: webService, authenticationToken: card.passToken }),
          ...choosePassColours(card.logo.ground),
        },
      );
      fill(pass, card, clock.now());
      const files = pass.getAsRaw();
      checkApplePass(files);
      return pass.getAsBuffer();
    },
  };
}

/** Set the type before adding fields, because it creates the field lists. */
function fill(pass: PKPass, card: PassCard, now: Date): void {
  pass.type = 'storeCard';
  const { currency: currencyCode, pin } = card;
  const balance = {
    key: 'balance',
    label: 'Balance',
    value: card.balanceCents / 100,
    currencyCode,
    changeMessage: 'Your balance is now %@.',
  };
  const day = { dateStyle: 'PKDateStyleMedium', timeStyle: 'PKDateStyleNone', ignoresTimeZone: true } as const;
  pass.primaryFields.push(balance);
  if (card.expiresAt)
    pass.secondaryFields.push({ key: 'expires', label: 'Expires', value: formatSydneyTime(card.expiresAt), ...day });
  if (pin !== null) pass.secondaryFields.push({ key: 'pin', label: 'PIN', value: pin });
  if (card.status === 'frozen') pass.secondaryFields.push({ key: 'status', label: 'Status', value: 'On hold' });
  pass.backFields.push(
    { key: 'code', label: 'Card code', value: card.shownCode },
    { key: 'seller', label: 'Seller', value: card.seller.name },
    { key: 'as-of', label: 'Balance as of', value: formatSydneyTime(now), ...day },
    {
      key: 'use',
      label: 'How to use it',
      value: `When you pay, show the barcode, or give the code${pin === null ? '' : ' and PIN'}.`,
    },
  );
  pass.setBarcodes({
    message: card.code,
    format: 'PKBarcodeFormatCode128',
    messageEncoding: 'iso-8859-1',
    altText: card.shownCode,
  });
  if (card.expiresAt) pass.setExpirationDate(card.expiresAt);
  pass.localize('de', GERMAN);
}

/** Uses Sydney time, so that the pass and the card page show the same day. */
function formatSydneyTime(date: Date): string {
  const local = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO('Australia/Sydney');
  return local.toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** Returns colours as rgb(), the only format that Apple reads. Text is dark or white, whichever contrasts more. */
export function choosePassColours(
  ground: string,
): Record<'backgroundColor' | 'foregroundColor' | 'labelColor', string> {
  const hex = /^#([0-9a-f]{6})$/i.exec(ground)?.[1];
  if (!hex) throw new TypeError('The background of a pass must be a colour such as #1a2b3c.');
  const parts = [0, 2, 4].map((index) => Number.parseInt(hex.slice(index, index + 2), 16));
  const [red = 0, green = 0, blue = 0] = parts.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  const words = (light + 0.05) / 0.058 > 1.05 / (light + 0.05) ? 'rgb(24,22,20)' : 'rgb(255,255,255)';
  return { backgroundColor: `rgb(${parts.join(',')})`, foregroundColor: words, labelColor: words };
}
