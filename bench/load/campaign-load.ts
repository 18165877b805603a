// Load: customers open their links at set times, even if the shop cannot keep up.
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../table.ts';
import { sendTo } from './send.ts';
import { checkout, type Send } from './sequences.ts';

export type CampaignJob = { base: string; links: string[]; product: number; withinSeconds: number };
/** `p50` and `p99` are in milliseconds. */
export type Step = { step: string; times: number; p50: number; p99: number };
export type CampaignDone = { bought: number; errors: string[]; seconds: number; steps: Step[] };

process.on('message', async (job: CampaignJob) => process.send?.(await arrive(job)));

async function arrive({ base, links, product, withinSeconds }: CampaignJob): Promise<CampaignDone> {
  const timesByStep = new Map<string, number[]>();
  const errors: string[] = [];
  const timed = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
    const began = performance.now();
    const result = await work();
    const times = timesByStep.get(step) ?? [];
    times.push(performance.now() - began);
    timesByStep.set(step, times);
    return result;
  };
  const began = performance.now();
  await Promise.all(
    links.map(async (jwt, index) => {
      await sleep((index * withinSeconds * 1_000) / links.length);
      const visit = () => buy(base, { jwt, customerId: index + 1, product }, timed);
      await timed('whole visit', visit).catch((error) => errors.push(String(error)));
    }),
  );
  const seconds = (performance.now() - began) / 1_000;
  const steps = [...timesByStep].map(([step, times]) => ({
    step,
    times: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  }));
  return { bought: links.length - errors.length, errors, seconds, steps };
}

type Visitor = { jwt: string; customerId: number; product: number };
type Timed = <Result>(step: string, work: () => Promise<Result>) => Promise<Result>;

async function buy(base: string, { jwt, customerId, product }: Visitor, timed: Timed): Promise<void> {
  const anybody = sendTo(base);
  const sender = `10.${(customerId >> 16) & 255}.${(customerId >> 8) & 255}.${customerId & 255}`;
  await timed('open the link', () => anybody('GET', `/autologin/${jwt}`));
  const signIn = () => anybody('POST', 'mobiledigital/auth', { sender, body: { jwt, autologin: true } });
  const { token } = await timed('sign in', signIn);
  if (!token) throw new Error('The sign-in failed.');
  await timed('product page', () => anybody('GET', `/product/${product}`));
  const sendAsCustomer = sendTo(base, token);
  const each: Send = (method, path, options) =>
    timed(path.split('?')[0] ?? path, () => sendAsCustomer(method, path, options));
  await checkout(each, customerId, 'pm_card_visa', product);
}
