import type { FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { registerCatalogue } from './catalogue/catalogue-routes.ts';
import { registerSellers } from './catalogue/seller-routes.ts';
import { registerAccount } from './customers/account-routes.ts';
import { registerHumanCheck } from './customers/human-check-routes.ts';
import { registerPasskeys } from './customers/passkey-routes.ts';
import { registerSignIn } from './customers/sign-in-routes.ts';
import { registerCardPage } from './gift-cards/card-page-routes.ts';
import { registerDetails } from './gift-cards/details-routes.ts';
import { registerPictureMessages } from './gift-cards/message-picture-routes.ts';
import { registerPasses } from './gift-cards/pass-routes.ts';
import { registerResend } from './gift-cards/resend-routes.ts';
import { registerShare } from './gift-cards/share-routes.ts';
import { registerCart, registerShipping } from './orders/cart-routes.ts';
import { registerCheckout } from './orders/checkout-routes.ts';
import { registerGiftCardTender } from './orders/gift-card-tender-routes.ts';
import { registerOrders } from './orders/order-routes.ts';
import { registerDirectory } from './site/countries-routes.ts';
import { registerLeads } from './site/leads-routes.ts';
import { registerShop } from './site/shop-routes.ts';
import { registerSitemap } from './site/sitemap-routes.ts';

/** The calls and addresses of the shop, but for pictures of products. */
export function registerShopCalls(app: FastifyInstance, context: Context): void {
  registerSignIn(app, context);
  registerAccount(app, context);
  registerPasskeys(app, context);
  registerHumanCheck(app, context);
  registerCatalogue(app, context);
  registerSellers(app, context);
  registerDirectory(app, context);
  registerCart(app, context);
  registerShipping(app, context);
  registerCheckout(app, context);
  registerGiftCardTender(app, context);
  registerOrders(app, context);
  registerDetails(app, context);
  registerResend(app, context);
  registerCardPage(app, context);
  registerPasses(app, context);
  registerPictureMessages(app, context);
  registerShare(app, context);
  registerShop(app, context);
  registerSitemap(app, context);
  registerLeads(app, context);
}
