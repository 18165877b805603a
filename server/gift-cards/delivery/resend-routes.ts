import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { unprovedSession } from '../../customers/sessions/sessions.ts';
import { defineRoute } from '../../http/define-route.ts';
import { unknownDetails } from '../details/details-view.ts';
import { parseId } from '../details/parse-details-json.ts';
import { correctMobile, resendCard } from './resend.ts';
import { tellWhenArrived } from './tell-when-arrived.ts';

export function registerResend(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'POST mobiledigital/resendgiftcard', async ({ body, customer, idempotency }) => {
    const query = { customerId: customer.customerId, id: parseId(body.gift_card_details_id), idempotency };
    return (await resendCard(context, query)) ?? unknownDetails(body.gift_card_details_id);
  });

  defineRoute(app, context, 'POST mobiledigital/correctgiftcardmobile', async (call) => {
    const { body, customer, idempotency } = call;
    const query = { customerId: customer.customerId, id: parseId(body.gift_card_details_id), idempotency };
    const unproved = await unprovedSession(context, call);
    const sent = await correctMobile(context, { ...query, mobile: body.recipient_mobile, unproved });
    return sent ?? unknownDetails(body.gift_card_details_id);
  });

  defineRoute(app, context, 'POST mobiledigital/tellwhengiftcardarrives', async ({ body, customer }) => {
    const query = { customerId: customer.customerId, id: parseId(body.gift_card_details_id), tell: body.tell };
    return (await tellWhenArrived(context, query)) ?? unknownDetails(body.gift_card_details_id);
  });
}
