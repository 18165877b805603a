import bwipjs from 'bwip-js/node';
import type { CardPage } from '#contract/gift-cards.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import { productById } from '../../catalogue/products/product.ts';
import { templatesOf } from '../../catalogue/products/templates.ts';
import type { Context } from '../../context.ts';
import { type Result, statusFalse } from '../../kernel/errors.ts';
import { sha256 } from '../../kernel/secrets.ts';
import * as store from '../cards-store.ts';
import { isReplacedLink } from '../changes-store.ts';
import { wordsOf, wordsPicture } from '../delivery/compose-messages.ts';
import { openCard, showCode } from '../ledger/card-secrets.ts';
import { balanceOf } from '../ledger/ledger-store.ts';
import { isPassAllowed, passIdOf } from '../passes/card-pass.ts';

/** What the recipient sees behind the link; status false for a link that opens nothing, or nothing any more. */
export async function cardPage(context: Context, secret: string): Promise<Result<CardPage>> {
  const facts = await cardBehind(context, secret);
  if (!facts && (await isReplacedLink(context.database.orm, sha256(secret)))) return { status: false, replaced: true };
  const product = facts ? await productById(context, facts.card.productId) : null;
  if (!facts || !product) return statusFalse();
  const { details, customer } = facts;
  const templates = await templatesOf(context, facts.card.productId);
  const opened = openCard(context.secrets, facts.card.sealed);
  const dead = facts.isVoid;
  const balanceCents = await balanceOf(context.database.orm, facts.card.id);
  const passable =
    context.integrations.passes.wallets().length > 0 &&
    isPassAllowed(facts.card, { balanceCents, now: context.clock.now() });
  return {
    status: true,
    data: {
      state: dead ? 'void' : isOver(facts.card.expiresAt, context.clock.now()) ? 'expired' : 'live',
      code: dead ? '' : showCode(opened.code),
      pin: dead ? null : opened.pin,
      barcode_svg: dead ? '' : barcodeSvg(opened.code),
      value: toDollars(facts.card.valueCents),
      balance: toDollars(balanceCents),
      currency: 'AUD',
      supplied_on: facts.card.suppliedAt.toISOString(),
      expires_on: facts.card.expiresAt?.toISOString() ?? null,
      recipient_firstname: details.recipientFirstname,
      purchaser_firstname: customer.firstname,
      recipient_message: details.recipientMessage,
      picture_words: wordsOf(facts),
      text_content: details.textContent,
      product_name: product.name,
      pass_id: passable ? passIdOf(context.secrets, facts.card) : '',
      picture: product.picture,
      template: templates.find((template) => template.id === details.templateId) ?? null,
      seller: product.seller,
    },
  };
}

/** The words on the picture of the card behind a link, as an SVG; null for a link that opens nothing. */
export async function cardWords(context: Context, secret: string): Promise<string | null> {
  const facts = await cardBehind(context, secret);
  return facts && wordsPicture(facts);
}

/** The card that a link opens and what it was bought with; null for a link that opens nothing. */
async function cardBehind({ database }: Context, secret: string) {
  const card = await store.cardByLinkHash(database.orm, sha256(secret));
  const facts = card && (await store.deliveryFacts(database.orm, card.id));
  return facts && { ...facts, isVoid: card.isVoid };
}

const isOver = (expiresAt: Date | null, now: Date): boolean => expiresAt !== null && expiresAt < now;

/** Code 128 of a card's code as an SVG without text (the code stands beside it), black on white for every scanner. */
function barcodeSvg(code: string): string {
  return bwipjs.toSVG({
    bcid: 'code128',
    text: code,
    height: 14,
    paddingwidth: 4,
    paddingheight: 2,
    backgroundcolor: 'FFFFFF',
  });
}

/** The recipient has seen the card: the true proof of delivery. Link previews only GET, so they never get here. */
export function markOpened({ database, clock }: Context, secret: string): Promise<boolean> {
  return store.markOpened(database.orm, sha256(secret), clock.now());
}
