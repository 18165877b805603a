import type { cardStatuses } from '#contract/sellers/counter.ts';
import type { Wallet } from '#contract/shop.ts';
import type { PictureFile } from '#server/platform/pictures/open-picture.ts';

export type PassValue = {
  /** The pass id in both wallets: letters and digits, at most 64. */
  passId: string;
  balanceCents: number;
  currency: 'AUD';
  status: (typeof cardStatuses)[number];
  expiresAt: Date | null;
};

export type PassCard = PassValue & {
  /** The code as in the barcode; `shownCode` is formatted for people. */
  code: string;
  shownCode: string;
  pin: string | null;
  /** Authenticates devices that have the pass; grants nothing else. */
  passToken: string;
  seller: { name: string; shopUrl: string };
  /** `ground`: #rrggbb; `address`: absolute URL; `version`: changes with the drawing. */
  logo: PictureFile & { id: string; version: string; ground: string; address: string };
};

export type ApplePasses = {
  passTypeId: string;
  /** When the first of the two certificates expires; no card can be added afterwards. */
  validUntil: Date;
  draw(card: PassCard): Promise<Buffer>;
  /**
   * Returns 'gone' if the token is permanently invalid. Throws a ProviderError if Apple does not respond, an Error if
   * it rejects the certificate.
   */
  push(pushToken: string): Promise<'updated' | 'gone'>;
};

export type GooglePasses = {
  /** The URL is secret, because it contains the whole card. */
  saveLink(card: PassCard): Promise<string>;
  /**
   * Returns 'missing' if the card was never saved. Throws a ProviderError if Google does not respond, an Error if it
   * rejects the account.
   */
  update(value: PassValue): Promise<'updated' | 'missing'>;
};

export type Passes = {
  /** Returns the wallets available now, because a certificate may have expired since startup. */
  wallets(): Wallet[];
  apple: ApplePasses | null;
  google: GooglePasses | null;
};
