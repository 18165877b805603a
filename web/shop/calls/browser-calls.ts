// Written by `npm run documents` from the calls' records in contract/, for the calls that this app sends.
import type { CallName } from '#contract/calls.ts';

type Names = Partial<Record<CallName, true>>;

/** Calls that are sent without a bearer. */
export const PUBLIC_CALLS: Names = {
  'POST mobiledigital/sendmobilecode': true,
  'POST mobiledigital/confirmmobilecode': true,
  'POST mobiledigital/auth': true,
  'POST mobiledigital/createAccount': true,
  'POST customers/isEmailAvailable': true,
  'POST mobiledigital/sendrecoverycode': true,
  'POST mobiledigital/recoveraccount': true,
  'POST mobiledigital/passkeychallenge': true,
  'POST mobiledigital/passkeysignin': true,
  'GET mobiledigital/browseProducts': true,
  'GET mobiledigital/categoryProducts': true,
  'GET mobiledigital/categories': true,
  'GET mobiledigital/occasions': true,
  'GET mobiledigital/product': true,
  'GET mobiledigital/seller': true,
  'GET mobiledigital/sellerInformation': true,
  'GET mobiledigital/search': true,
  'GET mobiledigital/suggest': true,
  'GET mobiledigital/facets': true,
  'GET mobiledigital/products': true,
  'GET directory/countries': true,
  'GET mobiledigital/card': true,
  'POST mobiledigital/thankgiver': true,
  'POST mobiledigital/cardopened': true,
  'GET mobiledigital/shopsettings': true,
  'GET mobiledigital/places': true,
  'GET mobiledigital/place': true,
};

/** Calls that take an Idempotency-Key. */
export const KEYED_CALLS = {
  'POST carts/mine/items': true,
  'POST mobiledigital/resendgiftcard': true,
  'POST mobiledigital/correctgiftcardmobile': true,
  'POST mobiledigital/savegiftcardrecipients': true,
  'POST mobiledigital/createAccount': true,
} as const satisfies Names;

/** Calls that change the lines of a cart or close it. */
export const CART_CHANGES: Names = {
  'POST mobiledigital/clearcart': true,
  'DELETE carts/mine/items/{itemId}': true,
  'POST carts/mine/payment-information': true,
};

/** Store codes of paths whose store code is not 'default'. */
export const STORES: Partial<Record<CallName, string>> = {
  'POST carts/mine/shipping-information': 'au',
};

/** Paths of public calls whose responses the phone caches. Excludes the card call, because its path is a secret. */
export const KEPT_CALL =
  /^\/rest\/[^/]+\/V1\/mobiledigital\/(browseProducts|categories|categoryProducts|facets|occasions|product|search|seller|sellerInformation|shopsettings)$/;
