import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { fieldErrors } from '../field-errors.ts';
import type { FieldErrorCode } from '../rules/field-errors.ts';

const values = z.union([z.string(), z.number()]);
/** What stands for %1 and %fieldName in a message: a list or an object. */
const parameters = z.union([z.array(values), z.record(z.string(), values)]);
const code = z.enum(errorCodes);
const message = z.string();

/** The body of every answer that is an error: Magento's, with the code beside it. */
export const errorBody = z.object({
  code,
  message,
  parameters: parameters.optional(),
  errors: z.array(z.object({ code, message, parameters: parameters.optional() })).optional(),
});

/**
 * What `{status: false}` carries beside it when fields are wrong: for each its text, its code and its code's figures.
 */
export const fieldErrorParts = {
  input_validation: z.record(z.string(), z.string()).optional(),
  codes: z.record(z.string(), z.enum(Object.keys(fieldErrors) as [FieldErrorCode, ...FieldErrorCode[]])).optional(),
  parameters: z.record(z.string(), z.record(z.string(), values)).optional(),
};
