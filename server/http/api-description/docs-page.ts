import type { FastifyInstance } from 'fastify';
import { withExamples } from './api-examples.ts';

type Operation = {
  summary?: string;
  tags?: string[];
  security?: unknown[];
  requestBody?: unknown;
  responses?: unknown;
  parameters?: unknown;
};

const asText = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

const json = (title: string, value: unknown): string =>
  value === undefined ? '' : `<h4>${title}</h4><pre>${asText(JSON.stringify(value, null, 2))}</pre>`;

function operationHtml(path: string, method: string, operation: Operation): string {
  const lock = operation.security ? ' <small>bearer</small>' : '';
  const parts =
    json('Parameters', operation.parameters) +
    json('Body', operation.requestBody) +
    json('Answers', operation.responses);
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${asText(path)}</code>${lock}<br>${asText(operation.summary ?? '')}</summary>${parts}</details>`;
}

function operationsHtml(app: FastifyInstance): string[] {
  const { paths = {} } = withExamples(app.swagger()) as { paths?: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationHtml(path, method, operation)),
  );
}

/** /docs: a page that works without scripts, made from the same description as /docs/json. */
export function registerDocsPage(app: FastifyInstance): void {
  let list: string[] | undefined;
  app.get('/docs', { schema: { hide: true } }, async (_request, reply) => {
    list ??= operationsHtml(app);
    const style = `body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
      details{border-top:1px solid #8884;padding:.6rem 0}pre{overflow:auto;font-size:.8rem}summary{cursor:pointer}`;
    const page = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Handsel: calls</title><style nonce="${reply.cspNonce.style}">${style}</style>
      <main><h1>Handsel: ${list.length} calls</h1><p><a href="/docs/json">OpenAPI as JSON</a></p>${list.join('')}</main></html>`;
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
