/** The terms of use that a customer accepts, and that a gift card is sold under: the day they are of. */
export const TERMS_VERSION = '2020-09-11';
