// Load: repeats the requests on each connection.
import autocannon from 'autocannon';
import { percentile } from '../table.ts';

export type Requested = { path: string; headers: Record<string, string> };
export type HttpJob = { url: string; connections: number; seconds: number; requests: Requested[] };
/** `p50` and `p99` are in milliseconds. `wrong` counts failed connections and statuses other than 200. */
export type Figures = { answers: number; perSecond: number; p50: number; p99: number; wrong: number };

/** Minimum number of responses per connection, unless LONGEST_SECONDS passes first. */
const ANSWERS = 3;
const LONGEST_SECONDS = 20;

process.on('message', async (job: HttpJob) => process.send?.(await load(job)));

function load({ url, connections, seconds, requests }: HttpJob): Promise<Figures> {
  const times: number[] = [];
  let began = 0;
  let last = 0;
  return new Promise((resolve, reject) => {
    const duration = seconds + LONGEST_SECONDS;
    const run = autocannon({ url, connections, duration, sampleInt: 100, requests }, (error, result) => {
      clearInterval(watch);
      if (error) return reject(error);
      if (times.length === 0) return reject(new Error(`The server answered no request within ${duration} s.`));
      const wrong = result.non2xx + result.errors;
      const perSecond = (times.length * 1_000) / (last - began);
      resolve({ answers: times.length, perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99), wrong });
    });
    const watch = setInterval(() => {
      const isLongEnough = performance.now() - began >= seconds * 1_000;
      if (began > 0 && isLongEnough && times.length >= ANSWERS * connections) run.stop();
    }, 20);
    run.on('start', () => {
      began = performance.now();
    });
    // Collects response times itself, because autocannon's histogram has whole milliseconds only.
    run.on('response', (_client, _status, _bytes, ms) => {
      last = performance.now();
      times.push(ms);
    });
  });
}
