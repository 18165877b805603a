import type { cardStatuses } from '#contract/sellers/counter.ts';
import type { Wallet } from '#contract/shop.ts';
import type { PictureFile } from '#server/platform/pictures/open-picture.ts';

/** What a pass says of a card's value. */
export type PassValue = {
  /** pass_id of the specification, one for both wallets: letters and digits, at most 64. */
  passId: string;
  /** What can be spent. */
  balanceCents: number;
  currency: 'AUD';
  status: (typeof cardStatuses)[number];
  /** Null: it never expires. */
  expiresAt: Date | null;
};

/** What stands on a pass: the same that stands on the card's page. */
export type PassCard = PassValue & {
  /** As the barcode holds it, and as it is read. */
  code: string;
  shownCode: string;
  pin: string | null;
  /** What a device proves with that it has the pass; it opens nothing else. */
  passToken: string;
  seller: { name: string; shopUrl: string };
  /** The seller's mark; `ground` is a colour as #rrggbb, `address` is absolute, `version` changes with the drawing. */
  logo: PictureFile & { id: string; version: string; ground: string; address: string };
};

export type ApplePasses = {
  passTypeId: string;
  /** The earlier end of its two certificates: from then on no card can be added. */
  validUntil: Date;
  /** Makes the .pkpass file. */
  draw(card: PassCard): Promise<Buffer>;
  /**
   * Tells a device that one of its passes changed; 'gone': it will never be reached by this token again. Throws a
   * ProviderError when Apple does not answer, and an Error when it refuses the certificate.
   */
  push(pushToken: string): Promise<'updated' | 'gone'>;
};

export type GooglePasses = {
  /** Returns the address that offers the card to Google Wallet; it holds all of the card, so it is secret. */
  saveLink(card: PassCard): Promise<string>;
  /**
   * Changes the value of a card in Google Wallet; 'missing': nobody has saved it. Throws a ProviderError when Google does
   * not answer, and an Error when it refuses the account.
   */
  update(value: PassValue): Promise<'updated' | 'missing'>;
};

export type Passes = {
  /** Wallets that take a card at this moment: a certificate may have run out since the start. */
  wallets(): Wallet[];
  apple: ApplePasses | null;
  google: GooglePasses | null;
};
