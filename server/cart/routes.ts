import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { failure, isFailure } from '../http/failures.ts';
import { serve } from '../http/serve.ts';
import { addItem, setQuantity } from './add-item.ts';
import { clearCart, ensureOpenCart, readCart, readItems, removeItem } from './cart.ts';
import { cartProducts } from './cart-products.ts';
import { readPaymentDetails } from './payment-details.ts';
import { methodsToCart, methodsToNew, methodsToSaved } from './shipping.ts';
import { setShipping } from './shipping-information.ts';

export function registerCart(app: FastifyInstance, context: Context): void {
  serve(app, context, 'POST carts/mine', async ({ member }) => ensureOpenCart(context, member.memberId));
  serve(app, context, 'GET carts/mine', async ({ member }) => readCart(context, member.memberId));
  serve(app, context, 'POST mobiledigital/clearcart', async ({ member }) => clearCart(context, member.memberId));
  serve(app, context, 'GET mobiledigital/cartproducts', async ({ member }) => cartProducts(context, member.memberId));

  serve(app, context, 'POST carts/mine/items', async ({ member, body, idempotency }) =>
    addItem(context, { memberId: member.memberId, item: body.cartItem, idempotency }),
  );

  serve(app, context, 'GET carts/mine/items', async ({ member }) => readItems(context, member.memberId));

  serve(app, context, 'PUT carts/mine/items/{itemId}', async ({ member, params, body }) =>
    setQuantity(context, { memberId: member.memberId, lineId: params.itemId, qty: body.cartItem.qty }),
  );

  serve(app, context, 'DELETE carts/mine/items/{itemId}', async ({ member, params }) =>
    removeItem(context, { memberId: member.memberId, lineId: params.itemId }),
  );
}

export function registerShipping(app: FastifyInstance, context: Context): void {
  serve(app, context, 'GET mobiledigital/shippingmethods', async ({ member, query }) =>
    methodsToSaved(context, { memberId: member.memberId, addressId: query.addressId }),
  );

  serve(app, context, 'POST carts/mine/estimate-shipping-methods-by-address-id', async ({ member, body }) => {
    const addressId = body.addressId ?? body.address_id;
    if (addressId === undefined) return failure('field_required', { fieldName: 'addressId' });
    return methodsToSaved(context, { memberId: member.memberId, addressId });
  });

  serve(app, context, 'POST carts/mine/estimate-shipping-methods', async ({ member, body }) =>
    methodsToNew(context, { memberId: member.memberId, address: body.address }),
  );

  serve(app, context, 'POST carts/mine/shipping-information', async ({ member, body }) =>
    setShipping(context, { memberId: member.memberId, information: body.addressInformation }),
  );

  serve(app, context, 'GET carts/mine/shipping-methods', async ({ member }) => methodsToCart(context, member.memberId));

  serve(app, context, 'GET carts/mine/payment-information', async ({ member }) =>
    readPaymentDetails(context, member.memberId),
  );

  serve(app, context, 'GET carts/mine/totals', async ({ member }) => {
    const details = await readPaymentDetails(context, member.memberId);
    return isFailure(details) ? details : details.totals;
  });
}
