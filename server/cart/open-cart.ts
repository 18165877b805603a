/** The customer's open cart, for the cart's own use cases and those of other features. */
export { type CartRow, lockOpenCart, openCart } from './carts-store.ts';
