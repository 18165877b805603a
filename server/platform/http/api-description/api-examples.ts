import examples from './call-examples.json' with { type: 'json' };

export type CallExample = { params?: object; query?: object; body?: object; answer: unknown };

type Parameter = {
  name: string;
  in: string;
  style?: string;
  explode?: boolean;
  example?: unknown;
  schema?: { type?: string };
};
type Media = { content?: Record<string, { example?: unknown }> };
type Operation = { parameters?: Parameter[]; requestBody?: Media; responses?: Record<string, Media> };
type Description = { paths?: Record<string, Record<string, Operation>> };

const PREFIX = '/rest/{store}/V1/';

export function withExamples<Found extends object>(description: Found): Found {
  for (const [path, methods] of Object.entries((description as Description).paths ?? {})) {
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path.replace(PREFIX, '')}`;
      const example = (examples as Record<string, CallExample>)[name];
      if (example) exemplify(operation, example);
    }
  }
  return description;
}

function exemplify(
  { parameters = [], requestBody, responses }: Operation,
  { params, query, body, answer }: CallExample,
): void {
  const parameterValues: Record<string, unknown> = { ...params, ...query };
  for (const parameter of parameters) {
    if (parameter.in === 'query' && parameter.schema?.type === 'object') {
      parameter.style = 'deepObject';
      parameter.explode = true;
    }
    if (Object.hasOwn(parameterValues, parameter.name)) parameter.example = parameterValues[parameter.name];
  }
  setExample(requestBody, body);
  setExample(responses?.['200'], answer);
}

function setExample(media: Media | undefined, example: unknown): void {
  const json = media?.content?.['application/json'];
  if (json && example !== undefined) json.example = example;
}
