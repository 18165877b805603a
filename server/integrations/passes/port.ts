import type { Wallet } from '#contract/shop.ts';
import type { PictureFile } from '../../pictures/open-picture.ts';

/** What stands on a pass: the same that stands on the card's page. */
export type PassCard = {
  /** pass_id of the specification, one for both wallets: letters and digits, at most 64. */
  passId: string;
  /** As the barcode holds it, and as it is read. */
  code: string;
  shownCode: string;
  pin: string | null;
  balanceCents: number;
  currency: 'AUD';
  /** Null: it never expires. */
  expiresAt: Date | null;
  seller: { name: string; shopUrl: string };
  /** The seller's mark; `ground` is a colour as #rrggbb, `address` is absolute, `version` changes with the drawing. */
  logo: PictureFile & { id: string; version: string; ground: string; address: string };
};

/** Makes the .pkpass file. */
export type ApplePasses = { draw(card: PassCard): Promise<Buffer> };

/** Returns the address that offers the card to Google Wallet; it holds all of the card, so it is secret. */
export type GooglePasses = { saveLink(card: PassCard): Promise<string> };

export type Passes = {
  /** Wallets that take a card at this moment: a certificate may have run out since the start. */
  wallets(): Wallet[];
  apple: ApplePasses | null;
  google: GooglePasses | null;
};
