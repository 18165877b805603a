export const LINK_SIGN_INS = 5;
