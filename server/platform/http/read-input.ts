import { z } from 'zod';
import { type AppError, appError, inputErrors } from '#server/platform/kernel/errors.ts';

export function readInput(schema: z.ZodType, input: unknown): { data: unknown } | AppError {
  const normalized = normalizeKeys(schema, input);
  const parsed = schema.safeParse(normalized);
  return parsed.success ? { data: parsed.data } : toInputError(parsed.error, normalized);
}

/**
 * Accepts camelCase and snake_case keys and treats null as missing, like Magento. Returns keys as the schema spells
 * them.
 */
function normalizeKeys(schema: z.ZodType, input: unknown): unknown {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodArray && Array.isArray(input)) {
    return input.map((element) => normalizeKeys(inner.element as z.ZodType, element));
  }
  if (!(inner instanceof z.ZodObject) || typeof input !== 'object' || input === null || Array.isArray(input))
    return input;
  const shape: Record<string, z.ZodType> = inner.shape;
  const names = new Map(Object.keys(shape).map((key) => [toSnakeCase(key), key]));
  const exactEntries: [string, unknown][] = [];
  const otherEntries: [string, unknown][] = [];
  for (const [key, value] of Object.entries(input)) {
    const name = Object.hasOwn(shape, key) ? key : names.get(toSnakeCase(key));
    const part = name === undefined ? undefined : shape[name];
    if (name === undefined || part === undefined) otherEntries.push([key, value]);
    else if (value === null && !acceptsNull(part)) continue;
    else (name === key ? exactEntries : otherEntries).push([name, normalizeKeys(part, value)]);
  }
  return Object.fromEntries([...otherEntries, ...exactEntries]);
}

function toSnakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function unwrapSchema(schema: z.ZodType): z.ZodType {
  let inner = schema;
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault
  )
    inner = inner.unwrap() as z.ZodType;
  return inner;
}

const acceptsNullCache = new WeakMap<z.ZodType, boolean>();

function acceptsNull(schema: z.ZodType): boolean {
  const cached = acceptsNullCache.get(schema);
  if (cached !== undefined) return cached;
  const accepts = schema.safeParse(null).success;
  acceptsNullCache.set(schema, accepts);
  return accepts;
}

function toInputError(error: z.ZodError, input: unknown): AppError {
  const errors = error.issues.map((issue) => {
    const fieldName = issue.path.map(String).join('.') || 'body';
    const value = getValueAtPath(input, issue.path);
    if (value === undefined) return appError('field_required', { fieldName });
    const shownValue = typeof value === 'object' ? 'object' : String(value).slice(0, 60);
    return appError('invalid_value', { fieldName, value: shownValue });
  });
  const [first, ...rest] = errors;
  return first && rest.length === 0 ? first : inputErrors(errors);
}

function getValueAtPath(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) value = value === null || typeof value !== 'object' ? undefined : Reflect.get(value, key);
  return value;
}
