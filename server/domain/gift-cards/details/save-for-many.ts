import { setImmediate as turnOfLoop } from 'node:timers/promises';
import type { InputOf } from '#contract/calls.ts';
import type { FieldErrors } from '#contract/rules/field-errors.ts';
import type { Recipient } from '#contract/rules/gift-card/recipient.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { addCards, type Choice, readChoice } from '#server/domain/cart/lines/add-item.ts';
import { identifyWriterOrNull, type Session } from '#server/domain/customers/sessions/sessions.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type Idempotency, runIdempotently } from '#server/platform/http/idempotency.ts';
import { appError, fieldErrors, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import type { Looked } from '#server/platform/pictures/message/typeface.ts';
import { insertManyDetails } from './details-store.ts';
import { readRecipient, recipientFields } from './read-recipient.ts';
import { readSendTime } from './set-schedule.ts';
import { findTemplate } from './set-template.ts';

type Input = InputOf<'POST mobiledigital/savegiftcardrecipients'>['body'];
type Person = Input['recipients'][number];
type Answer = { status: true; data: { cart_id: number; price: number; cards: number } };

const ANY_WORDS = { recipient_message: '-', text_content: '-' };
const ANYBODY: Person = { recipient_firstname: '-', recipient_lastname: '-', recipient_mobile: '0412345678' };

export async function checkRecipients(
  context: Pick<Context, 'settings'>,
  recipients: readonly Person[],
): Promise<Result<{ status: true }>> {
  const { errors } = await readPersons(context, recipients);
  return Object.keys(errors).length > 0 ? fieldErrors(errors) : { status: true };
}

/** Adds a card for every recipient or for none. The rules are those of a single card. */
export async function saveForMany(
  context: Context,
  save: { customerId: number; unverified: Session | null; input: Input; idempotency: Idempotency | null },
): Promise<Result<Answer>> {
  const { input, customerId, unverified, idempotency } = save;
  const choice = await readChoice(context, input.cartItem);
  if (isAppError(choice)) return choice;
  if (!choice.offer.isGiftcard) return appError('options_needed');
  const shared = await readShared(context, { input, productId: choice.offer.productId });
  if (isAppError(shared)) return shared;
  const { recipients, errors } = await readPersons(context, input.recipients);
  if (Object.keys(errors).length > 0) return fieldErrors(errors);
  return runIdempotently<Result<Answer>>(context, idempotency, (tx) =>
    addForMany(tx, { customerId, unverified, input, choice, shared, recipients, now: context.clock.now() }),
  );
}

type Shared = { templateId: number; sendAt: Date };

async function readShared(
  context: Context,
  { input, productId }: { input: Input; productId: number },
): Promise<Result<Shared>> {
  const words = await readRecipient({ ...input, ...ANYBODY }, { GIFT_COUNTRIES: 'all' });
  const time = readSendTime({
    scheduledAt: input.scheduled_delivery,
    zone: input.delivery_timezone,
    now: context.clock.ms(),
  });
  const template = await findTemplate(context, { productId, mmsTemplateId: input.mms_template_id });
  const errors: FieldErrors = {
    ...words.errors,
    ...(template ? {} : { mms_template_id: 'template_missing' }),
    ...('errors' in time ? time.errors : {}),
  };
  if ('errors' in time || !template || Object.keys(errors).length > 0) return fieldErrors(errors);
  return { templateId: template.id, sendAt: time.sendAt };
}

/**
 * Other requests get a turn after this many recipients, because checking a name in Han characters takes milliseconds.
 */
const PERSONS_A_TURN = 20;

async function readPersons({ settings }: Pick<Context, 'settings'>, people: readonly Person[]) {
  const looked: Looked = new Map();
  const read: Awaited<ReturnType<typeof readRecipient>>[] = [];
  for (const [index, person] of people.entries()) {
    if (index > 0 && index % PERSONS_A_TURN === 0) await turnOfLoop();
    read.push(await readRecipient({ ...person, ...ANY_WORDS }, settings, looked));
  }
  const errors: FieldErrors = Object.fromEntries(
    read.flatMap((recipient, index) =>
      Object.entries(recipient.errors).map(([field, error]) => [`recipients.${index}.${field}`, error] as const),
    ),
  );
  return { recipients: read.map(({ recipient }) => recipient), errors };
}

type Adding = {
  customerId: number;
  unverified: Session | null;
  input: Input;
  choice: Choice;
  shared: Shared;
  recipients: readonly Recipient[];
  now: Date;
};

async function addForMany(
  tx: Transaction,
  { customerId, unverified, input, choice, shared, recipients, now }: Adding,
): Promise<Result<Answer>> {
  const added = await addCards(tx, { customerId, unverified, choice, count: recipients.length, now });
  if (isAppError(added)) return added;
  const { cartId, lineIds, priceCents } = added;
  const { recipient_message, text_content } = input;
  const sharedFields = {
    customerId,
    writtenBy: identifyWriterOrNull(unverified),
    cartId,
    priceCents,
    createdAt: now,
    productId: choice.offer.productId,
    variantSku: choice.variant.sku,
    purchaserMobile: input.purchaser_mobile ?? '',
    scheduledDelivery: input.scheduled_delivery,
    timezone: input.delivery_timezone,
    ...shared,
  };
  await insertManyDetails(
    tx,
    recipients.map((recipient, index) => ({
      ...sharedFields,
      cartItemId: lineIds[index] ?? null,
      ...recipientFields({ ...recipient, recipient_message, text_content }),
    })),
  );
  return { status: true, data: { cart_id: cartId, price: toDollars(priceCents), cards: recipients.length } };
}
