import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

type Schema = {
  paths: Record<string, Record<string, { responses: { 200: { schema: object } } }>>;
  definitions: Record<string, { properties?: object }>;
};

const FILE = join(import.meta.dirname, '../../../shared/reference/magento-rest.json');

export type MagentoRest = {
  names: string[];
  violations(name: string, answer: unknown): string[];
  errorViolations(body: unknown): string[];
};

/**
 * Adobe Commerce's description of its API, a file outside the repository. Corrects two differences: error parameters
 * are lists or objects, and our error `code` is a word (docs/decisions/028-error-codes.md).
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
  const listViolations = (check: ValidateFunction, value: unknown): string[] =>
    check(value) ? [] : (check.errors ?? []).map((violation) => `${violation.instancePath} ${violation.message}`);
  return {
    names: [...compiled.keys()],
    violations(name, answer) {
      const check = compiled.get(name);
      if (!check) throw new Error(`Adobe Commerce has no call ${name}.`);
      return listViolations(check, answer);
    },
    errorViolations: (body) => listViolations(error, body),
  };
}
