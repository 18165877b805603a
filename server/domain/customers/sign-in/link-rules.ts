/** How often a link signs in. */
export const LINK_SIGN_INS = 5;
