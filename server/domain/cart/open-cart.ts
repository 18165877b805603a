/** Carts and their locks, for the cart's own use cases and those of other features. */
export { type CartRow, lockCart, lockOpenCart, openCart } from './carts-store.ts';
