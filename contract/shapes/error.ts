import { z } from 'zod';
import { errorCodes } from '../errors.ts';
import { fieldErrors } from '../field-errors.ts';
import type { FieldErrorCode } from '../rules/field-errors.ts';

const values = z.union([z.string(), z.number()]);
/** Values for the placeholders %1 or %fieldName in a message. */
const parameters = z.union([z.array(values), z.record(z.string(), values)]);
const code = z.enum(errorCodes);
const message = z.string();

/** Error body in Magento's shape, plus `code`. */
export const errorBody = z.object({
  code,
  message,
  parameters: parameters.optional(),
  errors: z.array(z.object({ code, message, parameters: parameters.optional() })).optional(),
});

/** Returned with `{status: false}`, keyed by the name of the invalid field. */
export const fieldErrorParts = {
  input_validation: z.record(z.string(), z.string()).optional(),
  codes: z.record(z.string(), z.enum(Object.keys(fieldErrors) as [FieldErrorCode, ...FieldErrorCode[]])).optional(),
  parameters: z.record(z.string(), z.record(z.string(), values)).optional(),
};
