import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const ANSWER_MS = 20;
const seen = new Map<string, number>();
let [first, last] = [0, 0];

const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    const texts = [...seen.keys()].filter((ref) => ref.endsWith('-sms')).length;
    const twice = [...seen.values()].filter((times) => times > 1).length;
    response.end(JSON.stringify({ texts, pictures: seen.size - texts, twice, first, last }));
    return;
  }
  const ref = String(request.headers['webhook-id']);
  request.resume();
  await sleep(ANSWER_MS);
  seen.set(ref, (seen.get(ref) ?? 0) + 1);
  last = Date.now();
  first ||= last;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ state: 'sent', id: `gw-${ref}` }));
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
