import type { Context } from '#server/context.ts';
import { createMetrics } from '#server/platform/http/metrics/metrics.ts';
import { showFacts } from '#server/platform/monitoring/read-facts.ts';
import { watchedFeatures } from '#server/register-jobs.ts';

/** Returns current metrics. `GET /metrics` itself caches what it reads from the database for some seconds. */
export function readFreshMetrics(context: Context): Promise<string> {
  const metrics = createMetrics();
  showFacts({ ...context, metrics }, watchedFeatures);
  return metrics.text();
}
