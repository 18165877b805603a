import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { Requested } from './http-load.ts';

export type Recorded = { path: string; headers: Record<string, string | string[]>; body: Buffer };

/** Every server sets these headers itself, so they are not recorded. */
const OF_THE_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'date'];

export async function record(base: string, { path, headers }: Requested): Promise<Recorded> {
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(base + path, { headers }, resolve)
      .on('error', reject)
      .end();
  });
  const body = await buffer(answer);
  if (answer.statusCode !== 200)
    throw new Error(`${path} answered ${answer.statusCode}: ${body.toString().slice(0, 200)}`);
  const keptHeaders = Object.entries(answer.headersDistinct).filter(([name]) => !OF_THE_CONNECTION.includes(name));
  return {
    path,
    headers: Object.fromEntries(
      keptHeaders.map(([name, values = []]) => [name, values.length > 1 ? values : (values[0] ?? '')]),
    ),
    body,
  };
}
