import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { identifyCallingDevice } from '#server/domain/customers/devices/device.ts';
import { correctMobile, resendCard } from '#server/domain/gift-cards/delivery/resend.ts';
import { tellWhenArrived } from '#server/domain/gift-cards/delivery/tell-when-arrived.ts';
import { unknownDetailsError } from '#server/domain/gift-cards/details/details-view.ts';
import { parseId } from '#server/domain/gift-cards/details/parse-details-json.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';

export function registerResend(app: FastifyInstance, context: Context): void {
  defineRoute(
    app,
    context,
    'POST mobiledigital/resendgiftcard',
    async ({ body, customer, unverified, idempotency }) => {
      const query = {
        customerId: customer.customerId,
        unverified,
        id: parseId(body.gift_card_details_id),
        idempotency,
      };
      return (await resendCard(context, query)) ?? unknownDetailsError(body.gift_card_details_id);
    },
  );

  defineRoute(app, context, 'POST mobiledigital/correctgiftcardmobile', async (call) => {
    const { body, customer, unverified, idempotency } = call;
    const query = { customerId: customer.customerId, unverified, id: parseId(body.gift_card_details_id), idempotency };
    const device = identifyCallingDevice(call, context.settings);
    const result = await correctMobile(context, { ...query, mobile: body.recipient_mobile, device });
    return result ?? unknownDetailsError(body.gift_card_details_id);
  });

  defineRoute(app, context, 'POST mobiledigital/tellwhengiftcardarrives', async ({ body, customer, unverified }) => {
    const query = {
      customerId: customer.customerId,
      unverified,
      id: parseId(body.gift_card_details_id),
      tell: body.tell,
    };
    return (await tellWhenArrived(context, query)) ?? unknownDetailsError(body.gift_card_details_id);
  });
}
