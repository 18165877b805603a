import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

type Schema = {
  paths: Record<string, Record<string, { responses: { 200: { schema: object } } }>>;
  definitions: Record<string, { properties?: object }>;
};

const FILE = join(import.meta.dirname, '../../../shared/reference/magento-rest.json');

export type MagentoRest = {
  /** 'GET carts/mine' and all others it describes. */
  names: string[];
  /** What is wrong with an answer of the call; empty when nothing is. */
  violations(name: string, answer: unknown): string[];
  errorViolations(body: unknown): string[];
};

/**
 * Adobe Commerce's description of its calls, a file that stays outside the repository; null where it is not beside the
 * checkout. It is wrong about the parameters of errors: real ones are a list of texts or numbers, or an object of them.
 * The `code` of an error is ours (docs/decisions/028-error-codes.md): a word, where the file has a number that nobody
 * sends.
 */
export function readMagentoRest(): MagentoRest | null {
  if (!existsSync(FILE)) return null;
  const { paths, definitions } = JSON.parse(readFileSync(FILE, 'utf8')) as Schema;
  const text = { type: ['string', 'number'] };
  const parameters = {
    anyOf: [
      { type: 'array', items: text },
      { type: 'object', additionalProperties: text },
    ],
  };
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const response = definitions['error-response'];
  const answered = { ...response, properties: { ...response?.properties, code: { type: 'string' } } };
  const corrected = { ...definitions, 'error-parameters': parameters, 'error-response': answered };
  ajv.addSchema({ $id: 'magento', definitions: corrected });
  const compiled = new Map<string, ValidateFunction>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { responses }] of Object.entries(methods)) {
      const schema = JSON.parse(JSON.stringify(responses[200].schema).replaceAll('"#/', '"magento#/'));
      compiled.set(`${method.toUpperCase()} ${path.replace('/V1/', '')}`, ajv.compile(schema));
    }
  }
  const error = ajv.compile({ $ref: 'magento#/definitions/error-response' });
  const violationsOf = (check: ValidateFunction, value: unknown): string[] =>
    check(value) ? [] : (check.errors ?? []).map((violation) => `${violation.instancePath} ${violation.message}`);
  return {
    names: [...compiled.keys()],
    violations(name, answer) {
      const check = compiled.get(name);
      if (!check) throw new Error(`Adobe Commerce has no call ${name}.`);
      return violationsOf(check, answer);
    },
    errorViolations: (body) => violationsOf(error, body),
  };
}
