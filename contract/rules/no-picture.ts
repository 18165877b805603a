/** The id of the picture that a seller has until it is given one: a plain ground. */
export const NO_PICTURE = 'import-blank';
