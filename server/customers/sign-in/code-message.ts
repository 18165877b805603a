import { CODE_LIFE_MS } from '#contract/rules/limits.ts';

const BRAND_NAME = 'Handsel';

/**
 * The text that carries a code. Its last line is bound to our origin, so that phones offer the code on our pages only
 * (origin-bound one-time codes: '@host #code').
 */
export function codeMessage({ code, publicUrl }: { code: string; publicUrl: string }): string {
  const minutes = CODE_LIFE_MS / 60_000;
  const { hostname } = new URL(publicUrl);
  return `${BRAND_NAME}: your code is ${code}. It works for ${minutes} minutes.\n\n@${hostname} #${code}`;
}
