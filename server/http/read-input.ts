import { z } from 'zod';
import { type AppError, appError, inputErrors } from '../kernel/errors.ts';

/** What came in for one part of a call, as its schema reads it; else every wrong field by name. */
export function readInput(schema: z.ZodType, given: unknown): { data: unknown } | AppError {
  const spelt = asSchemaSpells(schema, given);
  const read = schema.safeParse(spelt);
  return read.success ? { data: read.data } : inputErrorOf(read.error, spelt);
}

/**
 * Magento takes keys in camelCase and snake_case alike, at the top and inside (billingAddress = billing_address), and a
 * null as if nothing had been said. Goes no deeper than the schema does. A key that is spelt as the schema spells it
 * wins.
 */
function asSchemaSpells(schema: z.ZodType, given: unknown): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(given)) {
    return given.map((one) => asSchemaSpells(inner.element as z.ZodType, one));
  }
  if (!(inner instanceof z.ZodObject) || typeof given !== 'object' || given === null || Array.isArray(given))
    return given;
  const shape: Record<string, z.ZodType> = inner.shape;
  const names = new Map(Object.keys(shape).map((key) => [snake(key), key]));
  const known: [string, unknown][] = [];
  const others: [string, unknown][] = [];
  for (const [key, value] of Object.entries(given)) {
    const name = Object.hasOwn(shape, key) ? key : names.get(snake(key));
    const part = name === undefined ? undefined : shape[name];
    if (name === undefined || part === undefined) others.push([key, value]);
    else if (value === null && !takesNull(part)) continue;
    else (name === key ? known : others).push([name, asSchemaSpells(part, value)]);
  }
  return Object.fromEntries([...others, ...known]);
}

function snake(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function unwrapped(schema: z.ZodType): z.ZodType {
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

const nullTakers = new WeakMap<z.ZodType, boolean>();

function takesNull(schema: z.ZodType): boolean {
  const known = nullTakers.get(schema);
  if (known !== undefined) return known;
  const takes = schema.safeParse(null).success;
  nullTakers.set(schema, takes);
  return takes;
}

function inputErrorOf(error: z.ZodError, given: unknown): AppError {
  const wrong = error.issues.map((issue) => {
    const fieldName = issue.path.map(String).join('.') || 'body';
    const value = valueAt(given, issue.path);
    if (value === undefined) return appError('field_required', { fieldName });
    const shown = typeof value === 'object' ? 'object' : String(value).slice(0, 60);
    return appError('invalid_value', { fieldName, value: shown });
  });
  const [first, ...others] = wrong;
  return first && others.length === 0 ? first : inputErrors(wrong);
}

function valueAt(given: unknown, path: readonly PropertyKey[]): unknown {
  let value = given;
  for (const key of path) value = value === null || typeof value !== 'object' ? undefined : Reflect.get(value, key);
  return value;
}
