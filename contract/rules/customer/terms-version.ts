/** Date of the terms that customers accept and gift cards are sold under. */
export const TERMS_VERSION = '2020-09-11';
