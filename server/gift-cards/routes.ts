import type { FastifyInstance } from 'fastify';
import { type DetailsInput, detailsInput } from '#contract/gift-cards.ts';
import { templatesOf } from '../catalogue/templates.ts';
import type { Context } from '../context.ts';
import { isCleanText } from '../http/clean-text.ts';
import { type Failure, failure, failures, isFailure } from '../http/failures.ts';
import { serve } from '../http/serve.ts';
import { cardPage } from './card-page.ts';
import { confirmOrderCards } from './confirm-order-cards.ts';
import { deleteDetails, wholeDetailsById, wholeDetailsOfCart } from './details-store.ts';
import { detailsView } from './details-view.ts';
import { markOpened } from './mark-opened.ts';
import { editDetails, saveDetails } from './save-details.ts';
import { correctMobile, resendCard } from './send-again.ts';
import { setSchedule } from './set-schedule.ts';
import { setTemplate } from './set-template.ts';

/** Our ids are whole numbers; a local key (uuid) or anything else is an id the server does not know. */
function knownId(given: string | number | null | undefined): number | null {
  const text = String(given ?? '');
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** `data` comes as JSON text (specification) or as the object itself. */
function readData(data: string | Record<string, unknown>): DetailsInput | Failure {
  let given: unknown = data;
  if (typeof data === 'string') {
    try {
      given = JSON.parse(data);
    } catch {
      return failure('invalid_value', { fieldName: 'data', value: data.slice(0, 60) });
    }
  }
  if (!isCleanText(given)) return failure('unreadable_text');
  const read = detailsInput.safeParse(given);
  if (read.success) return read.data;
  return failures(
    read.error.issues.map((issue) => ({
      message: 'Invalid value provided for the %fieldName field.',
      parameters: { fieldName: `data.${issue.path.map(String).join('.')}` },
    })),
  );
}

const unknownDetails = (id: string | number): Failure =>
  failure('no_such_entity', { fieldName: 'gift_card_details_id', fieldValue: String(id) });

export function registerGiftCards(app: FastifyInstance, context: Context): void {
  registerDetails(app, context);
  registerSecondSends(app, context);
  registerLookups(app, context);
  registerCardPage(app, context);
}

function registerDetails(app: FastifyInstance, context: Context): void {
  serve(app, context, 'POST mobiledigital/savegiftcarddetails', async ({ body, member }) => {
    const input = readData(body.data);
    if (isFailure(input)) return input;
    const saved = await saveDetails(context, { memberId: member.memberId, input });
    return saved.ok
      ? { status: true, data: { last_insert_id: saved.id } }
      : { status: false, input_validation: saved.problems };
  });

  serve(app, context, 'POST mobiledigital/editgiftcarddetails', async ({ body, member }) => {
    const input = readData(body.data);
    if (isFailure(input)) return input;
    const id = knownId(body.gift_card_details_id);
    const { memberId } = member;
    const saved = id === null ? null : await editDetails(context, { memberId, id, input });
    if (id === null || saved === null) return unknownDetails(body.gift_card_details_id);
    if (!saved.ok) return { status: false, input_validation: saved.problems };
    const row = await wholeDetailsById(context.database.orm, { memberId, id });
    return row ? { status: true, data: detailsView(row) } : unknownDetails(id);
  });

  serve(app, context, 'POST mobiledigital/savegiftcardscheduleddate', async ({ body, member }) =>
    setSchedule(context, {
      memberId: member.memberId,
      id: knownId(body.gift_card_details_id),
      at: body.scheduled_delivery,
      zone: body.delivery_timezone,
    }),
  );

  serve(app, context, 'POST mobiledigital/savegiftcardmmstemplate', async ({ body, member }) =>
    setTemplate(context, {
      memberId: member.memberId,
      id: knownId(body.gift_card_details_id),
      mmsTemplateId: body.mms_template_id,
    }),
  );

  const forget = async (wish: { memberId: number; cartId: number | null; cartItemId?: number | null }) => {
    const { memberId, cartId, cartItemId } = wish;
    if (cartId === null || cartItemId === null) return { status: true };
    const line = cartItemId === undefined ? {} : { cartItemId };
    await deleteDetails(context.database.orm, { memberId, cartId, ...line, now: context.clock.now() });
    return { status: true };
  };

  serve(app, context, 'POST mobiledigital/deletegiftcarddetailsbycartitemid', async ({ body, member }) =>
    forget({ memberId: member.memberId, cartId: knownId(body.cart_id), cartItemId: knownId(body.cart_item_id) }),
  );

  serve(app, context, 'GET mobiledigital/deletegiftcarddetailsbycartid', async ({ query, member }) =>
    forget({ memberId: member.memberId, cartId: knownId(query.cart_id) }),
  );
}

function registerSecondSends(app: FastifyInstance, context: Context): void {
  serve(app, context, 'POST mobiledigital/resendgiftcard', async ({ body, member, idempotency }) => {
    const id = knownId(body.gift_card_details_id);
    const sent = id === null ? null : await resendCard(context, { memberId: member.memberId, id, idempotency });
    return sent ?? unknownDetails(body.gift_card_details_id);
  });

  serve(app, context, 'POST mobiledigital/correctgiftcardmobile', async ({ body, member, idempotency }) => {
    const id = knownId(body.gift_card_details_id);
    const wish = { memberId: member.memberId, mobile: body.recipient_mobile, idempotency };
    const sent = id === null ? null : await correctMobile(context, { ...wish, id });
    return sent ?? unknownDetails(body.gift_card_details_id);
  });
}

function registerLookups(app: FastifyInstance, context: Context): void {
  const { orm } = context.database;

  serve(app, context, 'GET mobiledigital/getgiftcarddetailsbycart', async ({ query, member }) => {
    const cartId = knownId(query.cart_id);
    const found = cartId === null ? [] : await wholeDetailsOfCart(orm, { memberId: member.memberId, cartId });
    return JSON.stringify({ status: true, data: found.map(detailsView) });
  });

  serve(app, context, 'GET mobiledigital/getgiftcarddetailsbyid', async ({ query, member }) => {
    const id = knownId(query.gift_card_details_id);
    const row = id === null ? null : await wholeDetailsById(orm, { memberId: member.memberId, id });
    return row ? { status: true, data: detailsView(row) } : { status: false };
  });

  serve(app, context, 'GET mobiledigital/getgiftcardmmstemplates', async ({ query }) => ({
    status: true,
    data: await templatesOf(context, query.product_id),
  }));

  serve(app, context, 'POST mobiledigital/savegiftcardorderbycart', async ({ body, member, address }) =>
    confirmOrderCards(context, {
      memberId: member.memberId,
      orderId: String(body.order_id),
      cartId: knownId(body.cart_id),
      token: body.r_token,
      address,
    }),
  );
}

function registerCardPage(app: FastifyInstance, context: Context): void {
  serve(app, context, 'GET mobiledigital/card', async ({ query }) => cardPage(context, query.secret));
  serve(app, context, 'POST mobiledigital/cardopened', async ({ body }) => ({
    status: await markOpened(context, body.secret),
  }));
}
