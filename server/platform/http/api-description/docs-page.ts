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

const renderJson = (title: string, value: unknown): string =>
  value === undefined ? '' : `<h4>${title}</h4><pre>${asText(JSON.stringify(value, null, 2))}</pre>`;

function renderOperation(path: string, method: string, operation: Operation): string {
  const lock = operation.security ? ' <small>bearer</small>' : '';
  const parts =
    renderJson('Parameters', operation.parameters) +
    renderJson('Body', operation.requestBody) +
    renderJson('Answers', operation.responses);
  const call = `<b class="${method}">${method.toUpperCase()}</b> <code>${asText(path)}</code>${lock}`;
  return `<details><summary>${call}<p>${asText(operation.summary ?? '')}</p></summary>${parts}</details>`;
}

function renderOperations(app: FastifyInstance): string[] {
  const { paths = {} } = withExamples(app.swagger()) as { paths?: Record<string, Record<string, Operation>> };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(path, method, operation)),
  );
}

const STYLE = `
  :root { color-scheme: light dark; --ink: light-dark(#1d1b1a, #f4efe8); --muted: light-dark(#6b645d, #a8a098);
    --line: light-dark(#e7e0d6, #35312d); --surface: light-dark(#fff, #1e1c1a); }
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2.5rem auto; padding: 0 1rem;
    background: light-dark(#fbf8f3, #141312); color: var(--ink); overflow-wrap: anywhere; }
  a { color: light-dark(#c43d22, #ff8b6e); }
  details { background: var(--surface); border: 1px solid var(--line); border-radius: .75rem; margin: .5rem 0; }
  summary { cursor: pointer; padding: .75rem 1rem; }
  summary p { margin: .25rem 0 0; color: var(--muted); }
  b { display: inline-block; min-width: 4.5rem; font-size: .8125rem; }
  .get { color: light-dark(#1f7a5c, #6fcfae); }
  .post, .put { color: light-dark(#8a5c00, #e8b04b); }
  .delete { color: light-dark(#b3261e, #ff9c94); }
  code { font-size: .9375rem; }
  small { color: var(--muted); border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem; }
  h4 { margin: 1rem 1rem .25rem; }
  pre { margin: 0 1rem 1rem; overflow: auto; font-size: .8125rem; }
`;

export function registerDocsPage(app: FastifyInstance): void {
  let list: string[] | undefined;
  app.get('/docs', { schema: { hide: true }, config: { limit: 'reads' } }, async (_request, reply) => {
    list ??= renderOperations(app);
    const page = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
      <title>Handsel: calls</title><style nonce="${reply.cspNonce.style}">${STYLE}</style>
      <main><h1>Handsel: ${list.length} calls</h1><p><a href="/docs/json">OpenAPI as JSON</a></p>${list.join('')}</main></html>`;
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
