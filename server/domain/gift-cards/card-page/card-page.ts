import { code128, drawingSVG, qrcode } from 'bwip-js/node';
import type { CardPage, PrintedCard } from '#contract/gift-cards.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { findCardProduct, type ProductOfCard } from '#server/domain/catalogue/products/product.ts';
import { listTemplates } from '#server/domain/catalogue/products/templates.ts';
import { type Result, statusFalseError } from '#server/platform/kernel/errors.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { isPrintable } from '../card-state.ts';
import * as store from '../cards-store.ts';
import { isReplacedLink } from '../changes-store.ts';
import {
  drawWordsPicture,
  resolveGiverName,
  resolvePictureWords,
  wordsToRecipient,
} from '../delivery/compose-messages.ts';
import { derivePass, openCard, showCode } from '../ledger/card-secrets.ts';
import { findValueWithHistory } from '../ledger/history-store.ts';
import { findAvailableCents } from '../ledger/ledger-store.ts';
import { cardStatus } from '../ledger/spend-value.ts';
import { isPassAllowed } from '../passes/card-pass.ts';
import { giverMobile } from '../thanks/thanks-rules.ts';
import { findThanks } from '../thanks/thanks-store.ts';

/** Returns `status: false` for an unknown or replaced link; `replaced: true` marks a link that a newer one replaced. */
export async function loadCardPage(context: Context, secret: string): Promise<Result<CardPage>> {
  const facts = await findCardFacts(context, secret);
  if (!facts && (await isReplacedLink(context.database.orm, sha256(secret)))) return { status: false, replaced: true };
  if (!facts) return statusFalseError();
  const product = await findCardProduct(context, facts.card);
  const { orm } = context.database;
  const { status, availableCents, expiredCents, history } = await findValueWithHistory(orm, facts.card.id);
  const thanks = await findThanks(orm, facts.card.id);
  const now = context.clock.now();
  const state = pageState(cardStatus({ status, expiresAt: facts.card.expiresAt }, now));
  // An expired card shows its balance before expiry, even if the job has not run yet.
  const balanceCents = state === 'expired' ? availableCents + expiredCents : availableCents;
  const passable = context.integrations.passes.wallets().length > 0 && isPassAllowed(facts.card, { balanceCents, now });
  return {
    status: true,
    data: {
      ...(await buildShownCard(context, { facts, product, balanceCents })),
      qr_svg: facts.isVoid ? '' : qrSvg(openCard(context.secrets, facts.card.sealed).code),
      state,
      history,
      thanks: thanks && { message: thanks.message, said_at: thanks.createdAt.toISOString() },
      can_thank: thanks === null && giverMobile(facts, status) !== null,
      pass_id: passable ? derivePass(context.secrets, facts.card.sealed).id : '',
      picture: product.picture,
      sent_on: facts.isCorrected,
    },
  };
}

/**
 * Returns null unless the card belongs to the customer, is issued and may be printed. Does not mark the card as opened,
 * because it may still be corrected, which invalidates the printout.
 */
export async function loadPrintedCard(context: Context, query: store.OrderedCard): Promise<PrintedCard | null> {
  const { database, clock, log } = context;
  const id = await store.findCardIdInOrder(database.orm, query);
  const facts = id === null ? null : await store.findDeliveryFacts(database.orm, id);
  if (!facts) return null;
  const { card, isVoid, details, customer } = facts;
  // The number and the code come from one statement: a corrected number gets a new code, which this customer must not
  // see.
  const isOwnNumber = details.recipientMobile === customer.mobile;
  if (!isPrintable({ isVoid, expiresAt: card.expiresAt, isOwnNumber }, clock.now())) return null;
  const product = await findCardProduct(context, card);
  const balanceCents = await findAvailableCents(database.orm, card.id);
  log.info({ card: card.publicId, customerId: query.customerId }, 'gift_card.shown_to_print');
  return {
    ...(await buildShownCard(context, { facts, product, balanceCents })),
    words_svg: await drawWordsPicture(facts),
  };
}

type Shown = { facts: store.DeliveryFacts; product: ProductOfCard; balanceCents: number };

async function buildShownCard(context: Context, { facts, product, balanceCents }: Shown) {
  const { card, isVoid, details } = facts;
  const templates = await listTemplates(context, card.productId);
  const opened = openCard(context.secrets, card.sealed);
  const { recipient, message, text } = wordsToRecipient(facts);
  return {
    code: isVoid ? '' : showCode(opened.code),
    pin: isVoid ? null : opened.pin,
    barcode_svg: isVoid ? '' : barcodeSvg(opened.code),
    value: toDollars(card.valueCents),
    balance: toDollars(balanceCents),
    currency: 'AUD' as const,
    supplied_on: card.suppliedAt.toISOString(),
    expires_on: card.expiresAt?.toISOString() ?? null,
    recipient_firstname: recipient,
    purchaser_firstname: resolveGiverName(facts),
    recipient_message: message,
    picture_words: resolvePictureWords(facts),
    text_content: text,
    product_name: product.name,
    template: templates.find((template) => template.id === details.templateId) ?? null,
    seller: product.seller,
  };
}

export async function drawCardWords(context: Context, secret: string): Promise<string | null> {
  const facts = await findCardFacts(context, secret);
  return facts && drawWordsPicture(facts);
}

async function findCardFacts({ database }: Context, secret: string) {
  const card = await store.findCardByLinkHash(database.orm, sha256(secret));
  return card && store.findDeliveryFacts(database.orm, card.id);
}

const pageState = (status: ReturnType<typeof cardStatus>) => (status === 'active' ? 'live' : status);

/** Black on white, so that every scanner can read the barcode. */
function barcodeSvg(code: string): string {
  const options = { bcid: 'code128', text: code, height: 14, paddingwidth: 4, paddingheight: 2 };
  return code128({ ...options, backgroundcolor: 'FFFFFF' }, drawingSVG());
}

/** Adds the quiet zone that cameras need. */
function qrSvg(code: string): string {
  return qrcode({ bcid: 'qrcode', text: code, padding: 4, backgroundcolor: 'FFFFFF' }, drawingSVG());
}

/** Marks the card as opened. This proves delivery, because link previews send only GET requests. */
export function markOpened({ database, clock }: Context, secret: string): Promise<boolean> {
  return store.markOpened(database.orm, sha256(secret), clock.now());
}
