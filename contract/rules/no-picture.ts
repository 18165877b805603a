/** Picture id of sellers that have no picture; it shows a plain background. */
export const NO_PICTURE = 'import-blank';
