import { buildPathPattern, listCallNames } from '#server/platform/kernel/call-addresses.ts';
import { isCode } from '#server/platform/kernel/code-addresses.ts';

export type RequestKind = 'money' | 'call' | 'page';

const OF_PROVIDER = /^\/(webhooks|sandbox)(\/|\?|$)/;
const isProviderRequest = (method: string, url: string): boolean => method !== 'GET' && OF_PROVIDER.test(url);
const isMoney = createMatcher(listCallNames(({ priority }) => priority === 'money'));
const CALL = /^\/(rest|media|share|altcha|v1|phone)\//;
/** Health checks and metrics bypass the limits, because they matter most when the server is busy. */
const ALWAYS = /^\/(healthz|readyz|metrics)(\?|$)/;

type Requested = { method?: string | undefined; url?: string | undefined };

export function resolveRequestKind({ method = 'GET', url = '' }: Requested): RequestKind | null {
  if (ALWAYS.test(url)) return null;
  if (isMoney(method, url) || isProviderRequest(method, url)) return 'money';
  return CALL.test(url) || isCode(url) ? 'call' : 'page';
}

function createMatcher(names: readonly string[]): (method: string, url: string) => boolean {
  const byMethod = Map.groupBy(names, (name) => name.split(' ')[0] ?? '');
  const patterns = new Map(
    [...byMethod].map(
      ([method, methodNames]) => [method, new RegExp(`^${buildPathPattern(methodNames)}/?(?:\\?|$)`)] as const,
    ),
  );
  return (method, url) => patterns.get(method)?.test(url) ?? false;
}
