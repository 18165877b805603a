import type { Passes } from './port.ts';

export const noPasses: Passes = { wallets: () => [], apple: null, google: null };
