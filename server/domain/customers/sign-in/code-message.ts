import { CODE_LIFE_MS } from '#contract/rules/limits.ts';
import type { Settings } from '#server/settings.ts';

/** The last line is bound to our origin ('@host #code'), so that phones offer the code only on our pages. */
type Sender = Pick<Settings, 'SHOP_NAME' | 'publicUrl'>;

export function formatCodeMessage(code: string, { SHOP_NAME, publicUrl }: Sender): string {
  const minutes = CODE_LIFE_MS / 60_000;
  const { hostname } = new URL(publicUrl);
  return `${SHOP_NAME}: your code is ${code}. It works for ${minutes} minutes.\n\n@${hostname} #${code}`;
}
