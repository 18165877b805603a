/** Picture id of sellers without a picture: a plain background. */
export const NO_PICTURE = 'import-blank';
