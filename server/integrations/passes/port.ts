import type { cardStatuses } from '#contract/sellers/counter.ts';
import type { Wallet } from '#contract/shop.ts';
import type { PictureFile } from '#server/platform/pictures/open-picture.ts';

export type PassValue = {
  /** The pass id in both wallets: letters and digits, at most 64. */
  passId: string;
  balanceCents: number;
  currency: 'AUD';
  status: (typeof cardStatuses)[number];
  /** Null: never expires. */
  expiresAt: Date | null;
};

export type PassCard = PassValue & {
  /** As in the barcode; `shownCode` is formatted. */
  code: string;
  shownCode: string;
  pin: string | null;
  /** Authenticates devices that have the pass; grants nothing else. */
  passToken: string;
  seller: { name: string; shopUrl: string };
  /** `ground`: #rrggbb; `address`: absolute; `version`: changes with the drawing. */
  logo: PictureFile & { id: string; version: string; ground: string; address: string };
};

export type ApplePasses = {
  passTypeId: string;
  /** The earlier certificate expiry; afterwards no card can be added. */
  validUntil: Date;
  draw(card: PassCard): Promise<Buffer>;
  /**
   * 'gone': the token is permanently invalid. Throws a ProviderError when unanswered, an Error when the certificate is
   * rejected.
   */
  push(pushToken: string): Promise<'updated' | 'gone'>;
};

export type GooglePasses = {
  /** Secret: the URL contains the whole card. */
  saveLink(card: PassCard): Promise<string>;
  /** 'missing': never saved. Throws a ProviderError when unanswered, an Error when the account is rejected. */
  update(value: PassValue): Promise<'updated' | 'missing'>;
};

export type Passes = {
  /** Wallets available now: a certificate may have expired. */
  wallets(): Wallet[];
  apple: ApplePasses | null;
  google: GooglePasses | null;
};
