/** The picture of sellers without one: a plain background. */
export const NO_PICTURE = 'import-blank';
