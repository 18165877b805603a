import type { CallName } from '#contract/calls.ts';
import type { Sending, TestShop } from './shop.ts';

/**
 * Sends a POST request to any path of the API, so that tests can send several calls the same way. Body and response are
 * untyped.
 */
export function postFrom(
  { send }: Pick<TestShop, 'send'>,
  { path, body, ...sending }: Sending & { path: string; body: object },
  // biome-ignore lint/suspicious/noExplicitAny: answers of many calls
): Promise<{ status: number; body: any }> {
  return send(`POST ${path}` as CallName, { body, ...sending } as object);
}
