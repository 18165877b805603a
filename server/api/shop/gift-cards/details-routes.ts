import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#server/context.ts';
import { listTemplates } from '#server/domain/catalogue/products/templates.ts';
import { identifyCallingDevice } from '#server/domain/customers/devices/device.ts';
import { confirmOrderCards } from '#server/domain/gift-cards/details/confirm-order-cards.ts';
import { deleteDetails } from '#server/domain/gift-cards/details/delete-details.ts';
import { unknownDetailsError } from '#server/domain/gift-cards/details/details-view.ts';
import { drawPreview } from '#server/domain/gift-cards/details/draw-preview.ts';
import { findDetails, findDetailsOfCart } from '#server/domain/gift-cards/details/find-details.ts';
import { parseDetailsJson, parseId } from '#server/domain/gift-cards/details/parse-details-json.ts';
import { editDetails, saveDetails } from '#server/domain/gift-cards/details/save-details.ts';
import { checkRecipients, saveForMany } from '#server/domain/gift-cards/details/save-for-many.ts';
import { setSchedule } from '#server/domain/gift-cards/details/set-schedule.ts';
import { setTemplate } from '#server/domain/gift-cards/details/set-template.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { appError, isAppError, statusFalseError } from '#server/platform/kernel/errors.ts';

export function registerDetails(app: FastifyInstance, context: Context): void {
  registerChanges(app, context);
  registerMany(app, context);
  registerDeletions(app, context);
  registerLookups(app, context);
}

function registerChanges(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'POST mobiledigital/savegiftcarddetails', async (call) => {
    const input = parseDetailsJson(call.body.data);
    if (isAppError(input)) return input;
    return saveDetails(context, {
      device: identifyCallingDevice(call, context.settings),
      input,
      unverified: call.unverified,
    });
  });

  defineRoute(app, context, 'POST mobiledigital/editgiftcarddetails', async (call) => {
    const { body, unverified } = call;
    const input = parseDetailsJson(body.data);
    if (isAppError(input)) return input;
    const device = identifyCallingDevice(call, context.settings);
    const edited = await editDetails(context, { device, id: parseId(body.gift_card_details_id), input, unverified });
    return edited ?? unknownDetailsError(body.gift_card_details_id);
  });

  defineRoute(app, context, 'POST mobiledigital/savegiftcardscheduleddate', async ({ body, customer, unverified }) =>
    setSchedule(context, {
      customerId: customer.customerId,
      unverified,
      id: parseId(body.gift_card_details_id),
      localTime: body.scheduled_delivery,
      zone: body.delivery_timezone,
    }),
  );

  defineRoute(app, context, 'POST mobiledigital/savegiftcardmmstemplate', async ({ body, customer, unverified }) =>
    setTemplate(context, {
      customerId: customer.customerId,
      unverified,
      id: parseId(body.gift_card_details_id),
      mmsTemplateId: body.mms_template_id,
    }),
  );
}

function registerMany(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'POST mobiledigital/checkgiftcardrecipients', async ({ body }) =>
    checkRecipients(context, body.recipients),
  );

  defineRoute(
    app,
    context,
    'POST mobiledigital/savegiftcardrecipients',
    async ({ body, customer, unverified, idempotency }) =>
      saveForMany(context, { customerId: customer.customerId, unverified, input: body, idempotency }),
  );
}

function registerDeletions(app: FastifyInstance, context: Context): void {
  defineRoute(
    app,
    context,
    'POST mobiledigital/deletegiftcarddetailsbycartitemid',
    async ({ body, customer, unverified }) =>
      deleteDetails(context, {
        customerId: customer.customerId,
        unverified,
        cartId: parseId(body.cart_id),
        cartItemId: parseId(body.cart_item_id),
      }),
  );

  defineRoute(
    app,
    context,
    'GET mobiledigital/deletegiftcarddetailsbycartid',
    async ({ query, customer, unverified, request }) =>
      isAskedElsewhere(request)
        ? appError('not_authorised', { resources: 'self' })
        : deleteDetails(context, { customerId: customer.customerId, unverified, cartId: parseId(query.cart_id) }),
  );
}

/**
 * Returns true if another site, or any link or image, caused the request (Fetch Metadata), because these calls delete
 * data on GET.
 */
function isAskedElsewhere({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site = 'same-origin', 'sec-fetch-dest': destination = 'empty' } = headers;
  return site !== 'same-origin' || destination !== 'empty';
}

function registerLookups(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/getgiftcarddetailsbycart', async ({ query, customer, unverified }) => {
    const { customerId } = customer;
    const data = await findDetailsOfCart(context, { customerId, unverified, cartId: parseId(query.cart_id) });
    return JSON.stringify({ status: true, data });
  });

  defineRoute(app, context, 'GET mobiledigital/getgiftcarddetailsbyid', async ({ query, customer, unverified }) => {
    const id = parseId(query.gift_card_details_id);
    const data = await findDetails(context, { customerId: customer.customerId, unverified, id });
    return data ? { status: true, data } : statusFalseError();
  });

  defineRoute(app, context, 'GET mobiledigital/getgiftcardmmstemplates', async ({ query }) => ({
    status: true,
    data: await listTemplates(context, query.product_id),
  }));

  defineRoute(app, context, 'POST mobiledigital/giftcardpicture', async ({ body }) =>
    drawPreview(context, { templateId: body.template_id, words: body.words }),
  );

  defineRoute(app, context, 'POST mobiledigital/savegiftcardorderbycart', async ({ body, customer, address }) =>
    confirmOrderCards(context, {
      customerId: customer.customerId,
      orderId: String(body.order_id),
      cartId: parseId(body.cart_id),
      token: body.r_token,
      address,
    }),
  );
}
