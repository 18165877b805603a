// Load: requests uncached pages, even if the shop cannot keep up.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../table.ts';

/** `rate`: requests per second. If null, each of the `connections` sends its next request when a response arrives. */
export type FloodJob = { url: string; connections: number; seconds: number; rate: number | null };
/** `refused`: responses with 503. `wrong`: other errors. Times are of served requests only. */
export type Flooded = { served: number; refused: number; wrong: number; perSecond: number; p50: number; p99: number };

const TICK_MS = 10;
const WORDS = ['mug', 'lantern', 'jacket', 'candle', 'monstera', 'coffee', 'teapot', 'blanket'];

process.on('message', async (job: FloodJob) => process.send?.(await flood(job)));

async function flood({ url, connections, seconds, rate }: FloodJob): Promise<Flooded> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const tally = { refused: 0, wrong: 0 };
  const ask = async (): Promise<void> => {
    const began = performance.now();
    const status = await fetchStatus(url, agent);
    if (status === 200) times.push(performance.now() - began);
    else if (status === 503) tally.refused += 1;
    else tally.wrong += 1;
  };
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1_000;
  const requests: Promise<void>[] = [];
  if (rate === null) {
    const loop = async () => {
      while (passed() < seconds) await ask();
    };
    for (let index = 0; index < connections; index += 1) requests.push(loop());
  } else {
    while (passed() < seconds) {
      while (requests.length < passed() * rate) requests.push(ask());
      await sleep(TICK_MS);
    }
  }
  await Promise.all(requests);
  const perSecond = times.length / passed();
  agent.destroy();
  return { served: times.length, ...tally, perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}

let pages = 0;
function fetchStatus(url: string, agent: Agent): Promise<number> {
  pages += 1;
  const path = `/search?q=${WORDS[pages % WORDS.length]}&price_max=${1_000 + pages}`;
  const headers = { 'x-forwarded-for': `10.${pages >> 16}.${(pages >> 8) & 255}.${pages & 255}` };
  return new Promise((resolve) => {
    const call = request(url + path, { agent, headers }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    call.on('error', () => resolve(0)).end();
  });
}
