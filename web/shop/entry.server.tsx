import { PassThrough } from 'node:stream';
import { I18nProvider } from '@lingui/react';
import { createReadableStreamFromReadable } from '@react-router/node';
import type { ReactElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router';
import { type ApiError, isApiError } from '#web/shared/api/api-error.ts';
import { keepEarlyTap } from '#web/ui/taps/early-taps.ts';
import { startCode } from './late-scripts.tsx';
import { type LoadContext, loadContext } from './queries/load-context.ts';
import { createRequestI18n } from './server-language.ts';

export { createRequestHandler } from 'react-router';
export { createLoadContext } from './queries/load-context.ts';

/** React Router's streaming timeout, in milliseconds. */
export const streamTimeout = 5_000;

/** Contexts of pages that hit a rate limit. They are answered with 429 and not reported as errors. */
const tooMany = new WeakMap<LoadContext, ApiError>();

type Answer = { status: number; headers: Headers; nonce: string; report(error: unknown): void };

/** Renders the page in one piece, so that no script has to move late parts. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  const load = context.get(loadContext);
  const refused = tooMany.get(load);
  if (refused) headers.set('retry-after', String(refused.retryAfter || 1));
  const answer: Answer = { ...load, status: refused?.status ?? status, headers };
  if (request.method === 'HEAD') return Promise.resolve(new Response(null, answer));
  const page = (
    <I18nProvider i18n={createRequestI18n(request)}>
      <ServerRouter context={entry} url={request.url} nonce={load.nonce} />
    </I18nProvider>
  );
  return renderPage(page, answer);
}

function renderPage(page: ReactElement, answer: Answer): Promise<Response> {
  return new Promise((resolve, reject) => {
    let shellStands = false;
    const timer = setTimeout(() => abort(), streamTimeout + 1_000);
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce: answer.nonce,
      bootstrapScriptContent: `${keepEarlyTap};${startCode}`,
      // Prevents streaming in parts.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady() {
        shellStands = true;
      },
      onAllReady() {
        const body = new PassThrough();
        body.on('close', () => clearTimeout(timer));
        resolve(new Response(createReadableStreamFromReadable(body), answer));
        pipe(body);
      },
      onShellError(error) {
        clearTimeout(timer);
        reject(error);
      },
      onError(error) {
        answer.status = 500;
        if (shellStands) answer.report(error);
      },
    });
  });
}

type Failed = { request: Request; context: Readonly<RouterContextProvider> };

/** Reports server errors, but not expected responses such as 404. */
export function handleError(error: unknown, { request, context }: Failed): void {
  const load = context.get(loadContext);
  if (isApiError(error) && error.status === 429) tooMany.set(load, error);
  else if (!request.signal.aborted && !isRouteErrorResponse(error)) load.report(error);
}
