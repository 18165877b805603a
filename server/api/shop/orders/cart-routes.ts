import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { clearCart, ensureOpenCart, readCart, readItems, removeItem } from '#server/domain/cart/contents/cart.ts';
import { listCartProducts } from '#server/domain/cart/contents/cart-products.ts';
import { addItem, setQuantity } from '#server/domain/cart/lines/add-item.ts';
import {
  listCartAddressMethods,
  listNewAddressMethods,
  listSavedAddressMethods,
} from '#server/domain/cart/shipping/shipping.ts';
import { setShipping } from '#server/domain/cart/shipping/shipping-information.ts';
import { readPaymentDetails } from '#server/domain/cart/totals/payment-details.ts';
import { defineRoute } from '#server/platform/http/define-route.ts';
import { appError, isAppError } from '#server/platform/kernel/errors.ts';

export function registerCart(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'POST carts/mine', async ({ customer }) => ensureOpenCart(context, customer.customerId));
  defineRoute(app, context, 'GET carts/mine', async ({ customer }) => readCart(context, customer));
  defineRoute(app, context, 'POST mobiledigital/clearcart', async ({ customer, unverified }) =>
    clearCart(context, { customerId: customer.customerId, unverified }),
  );
  defineRoute(app, context, 'GET mobiledigital/cartproducts', async ({ customer }) =>
    listCartProducts(context, customer.customerId),
  );

  defineRoute(app, context, 'POST carts/mine/items', async ({ customer, unverified, body, idempotency }) =>
    addItem(context, { customerId: customer.customerId, unverified, item: body.cartItem, idempotency }),
  );

  defineRoute(app, context, 'GET carts/mine/items', async ({ customer }) => readItems(context, customer.customerId));

  defineRoute(app, context, 'PUT carts/mine/items/{itemId}', async ({ customer, unverified, params, body }) =>
    setQuantity(context, {
      customerId: customer.customerId,
      unverified,
      lineId: params.itemId,
      qty: body.cartItem.qty,
    }),
  );

  defineRoute(app, context, 'DELETE carts/mine/items/{itemId}', async ({ customer, unverified, params }) =>
    removeItem(context, { customerId: customer.customerId, unverified, lineId: params.itemId }),
  );
}

export function registerShipping(app: FastifyInstance, context: Context): void {
  defineRoute(app, context, 'GET mobiledigital/shippingmethods', async ({ customer, query }) =>
    listSavedAddressMethods(context, { customerId: customer.customerId, addressId: query.addressId }),
  );

  defineRoute(app, context, 'POST carts/mine/estimate-shipping-methods-by-address-id', async ({ customer, body }) => {
    const addressId = body.addressId ?? body.address_id;
    if (addressId === undefined) return appError('field_required', { fieldName: 'addressId' });
    return listSavedAddressMethods(context, { customerId: customer.customerId, addressId });
  });

  defineRoute(app, context, 'POST carts/mine/estimate-shipping-methods', async ({ customer, body }) =>
    listNewAddressMethods(context, { customerId: customer.customerId, address: body.address }),
  );

  defineRoute(app, context, 'POST carts/mine/shipping-information', async ({ customer, unverified, body }) =>
    setShipping(context, { customerId: customer.customerId, unverified, information: body.addressInformation }),
  );

  defineRoute(app, context, 'GET carts/mine/shipping-methods', async ({ customer }) =>
    listCartAddressMethods(context, customer),
  );

  defineRoute(app, context, 'GET carts/mine/payment-information', async ({ customer }) =>
    readPaymentDetails(context, customer.customerId),
  );

  defineRoute(app, context, 'GET carts/mine/totals', async ({ customer }) => {
    const details = await readPaymentDetails(context, customer.customerId);
    return isAppError(details) ? details : details.totals;
  });
}
