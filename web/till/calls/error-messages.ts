// Written by `npm run documents` from contract/errors.ts, for the errors that this app shows.
import { msg } from '@lingui/core/macro';

export const errorMessages = {
  unexpected: msg({ message: 'An Unexpected Error has occured. Please try again later.' }),
};
