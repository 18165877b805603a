import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { type Language, resolvePageLanguage } from '#contract/rules/languages.ts';
import { appError, errorAnswer } from '#server/platform/kernel/errors.ts';

/** Seconds for Retry-After, varied to spread the retries. */
const COME_AGAIN = [1, 2, 3] as const;

export const pickRetrySeconds = (): number => COME_AGAIN[Math.floor(Math.random() * COME_AGAIN.length)] ?? 2;

/** The styles are attributes, because the content security policy of this page forbids other inline styles. */
const PAGE_STYLE =
  'margin:18vh auto 0;max-width:26rem;padding:0 1.25rem;font:1.0625rem/1.5 system-ui,sans-serif;text-align:center';
const LINK_STYLE =
  'display:inline-block;padding:.75rem 1.25rem;border:1px solid;border-radius:.75rem;color:inherit;text-decoration:none';

const PAGES: Record<Language, { title: string; busy: string; limit: string; retryLabel: string; goBackText: string }> =
  {
    'en-AU': {
      title: 'One moment, please',
      busy: 'The shop is very busy right now. This page opens by itself in a few seconds.',
      limit: 'Your network has opened too many pages at once. This page opens by itself within a minute.',
      retryLabel: 'Try again now',
      goBackText: 'The shop is very busy right now. Nothing was changed. Go back and send it again in a few seconds.',
    },
    de: {
      title: 'Einen Moment bitte',
      busy: 'Im Shop ist gerade sehr viel los. Diese Seite öffnet sich in ein paar Sekunden von selbst.',
      limit: 'Dein Netz hat zu viele Seiten auf einmal geöffnet. Diese öffnet sich innerhalb einer Minute von selbst.',
      retryLabel: 'Jetzt noch einmal versuchen',
      goBackText:
        'Im Shop ist gerade sehr viel los. Es wurde nichts geändert. Geh zurück und sende es in ein paar Sekunden noch einmal.',
    },
  };

/** Responds with 503 before doing any work. Pages reload themselves. */
export function refuseBusy({ url = '', method, headers }: IncomingMessage, response: ServerResponse): void {
  const seconds = pickRetrySeconds();
  const isCall = url.startsWith('/rest/');
  const isRead = method === 'GET' || method === 'HEAD';
  const body = isCall
    ? JSON.stringify(errorAnswer(appError('busy')).body)
    : renderLaterPage(headers, { seconds: isRead ? seconds : null, reason: 'busy' });
  response.writeHead(503, {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    // The same content security policy as in withPlainHeaders(), but with style attributes allowed.
    'content-security-policy':
      "default-src 'none';style-src-attr 'unsafe-inline';frame-ancestors 'none';base-uri 'none'",
    'retry-after': String(seconds),
    'content-type': isCall ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(body),
  });
  response.end(method === 'HEAD' ? undefined : body);
}

/** `seconds`: the time after which the page reloads itself; null if it must not reload, as after a POST. */
export function renderLaterPage(
  headers: IncomingHttpHeaders,
  { seconds, reason }: { seconds: number | null; reason: 'busy' | 'limit' },
): string {
  const language = resolvePageLanguage({ cookie: headers.cookie, accepted: headers['accept-language'] });
  const { title, retryLabel, goBackText, [reason]: text } = PAGES[language];
  const refresh = seconds === null ? '' : `<meta http-equiv="refresh" content="${seconds}">`;
  const rest =
    seconds === null
      ? `<p>${goBackText}</p>`
      : `<p>${text}</p><p><a href="" style="${LINK_STYLE}">${retryLabel}</a></p>`;
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title>${refresh}
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<body style="${PAGE_STYLE}"><h1>${title}</h1>${rest}</body></html>
`;
}
