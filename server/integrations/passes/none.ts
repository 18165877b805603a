import type { Passes } from './port.ts';

/** Where no wallet is set up, the card's page offers none. */
export const noPasses: Passes = { wallets: () => [], apple: null, google: null };
