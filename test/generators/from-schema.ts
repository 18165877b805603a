import fc from 'fast-check';

export type Schema = {
  type?: string;
  enum?: unknown[];
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  additionalProperties?: boolean | Schema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  nullable?: boolean;
};

export type Pools = Record<string, unknown[]>;

export function buildArbitrary(schema: Schema, pools: Pools, name = ''): fc.Arbitrary<unknown> {
  const pool = pools[name];
  const schemaValues = buildUnpooledArbitrary(schema, pools, name);
  const pooledValues = pool
    ? fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...pool) }, { weight: 1, arbitrary: schemaValues })
    : schemaValues;
  return schema.nullable
    ? fc.oneof({ weight: 30, arbitrary: pooledValues }, { weight: 1, arbitrary: fc.constant(null) })
    : pooledValues;
}

function buildUnpooledArbitrary(schema: Schema, pools: Pools, name: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => buildArbitrary(choice, pools, name)));
  if (schema.allOf) return fc.tuple(...schema.allOf.map((part) => buildArbitrary(part, pools, name))).map(mergeObjects);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'object':
      return objectArbitrary(schema, pools);
    case 'array':
      return fc.array(buildArbitrary(schema.items ?? {}, pools, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, 3),
      });
    case 'string':
      return textArbitrary(schema);
    case 'integer':
      return fc.integer({ min: bound(schema.minimum, -5), max: bound(schema.maximum, 200) });
    case 'number':
      return fc.double({ min: bound(schema.minimum, -5), max: bound(schema.maximum, 1e6), noNaN: true });
    case 'boolean':
      return fc.boolean();
    default:
      return junk;
  }
}

const mergeObjects = (parts: unknown[]): unknown => Object.assign({}, ...parts);

const bound = (limit: number | undefined, usual: number): number =>
  limit === undefined || Math.abs(limit) > 1e6 ? usual : limit;

function textArbitrary({ pattern, minLength = 0, maxLength = 60 }: Schema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const [min, max] = [minLength, Math.max(minLength, Math.min(maxLength, 60))];
  return fc.oneof(
    fc.string({ minLength: min, maxLength: max }),
    fc.string({ minLength: min, maxLength: max, unit: 'grapheme' }),
  );
}

function objectArbitrary(schema: Schema, pools: Pools): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const required = new Set(schema.required ?? []);
  return fc
    .tuple(
      ...properties.map(([key, part]) => {
        const value = buildArbitrary(part, pools, key).map((value): [string, unknown][] => [[key, value]]);
        return required.has(key)
          ? value
          : fc.oneof({ weight: 9, arbitrary: value }, { weight: 1, arbitrary: fc.constant([]) });
      }),
    )
    .map((parts) => Object.fromEntries(parts.flat()));
}

const nasty = fc.constantFrom<unknown>(
  null,
  true,
  false,
  -1,
  0,
  1.5,
  1e308,
  -0,
  2_147_483_648,
  2 ** 60,
  '',
  ' ',
  '0',
  '-1',
  '1e9',
  'NaN',
  'null',
  '[]',
  '{}',
  "' or 1=1 --",
  '%',
  '\\',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '\u0000',
  '\ud800',
  '\u202e',
  '🎁'.repeat(40),
  'x'.repeat(5_000),
  '9'.repeat(400),
  [],
  {},
  [[]],
  [null],
  { a: { b: {} } },
  { toString: 1 },
  { length: 3 },
  { $gt: '' },
);
const junk: fc.Arbitrary<unknown> = fc.oneof(nasty, fc.jsonValue({ maxDepth: 3 }));

export function buildSpoiltArbitrary(value: unknown): fc.Arbitrary<unknown> {
  return fc.tuple(fc.nat(), fc.nat(3), junk).map(([placeIndex, mutation, other]) => {
    const places = listPaths(value);
    const place = places[placeIndex % places.length] ?? [];
    return replaceAtPath(value, place, mutation, other);
  });
}

function listPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, part]) => listPaths(part, [...path, key]))];
}

function replaceAtPath(value: unknown, [key, ...rest]: (string | number)[], mutation: number, other: unknown): unknown {
  if (key === undefined) return mutation === 1 && isPlain(value) ? { ...value, unasked: other } : other;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? replaceAtPath(item, rest, mutation, other) : item));
  const record = value as Record<string, unknown>;
  if (rest.length === 0 && mutation === 0)
    return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
  return { ...record, [key]: replaceAtPath(record[key], rest, mutation, other) };
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
