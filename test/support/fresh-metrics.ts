import type { Context } from '#server/context.ts';
import { createMetrics } from '#server/platform/http/metrics/metrics.ts';
import { showFacts } from '#server/platform/monitoring/read-facts.ts';
import { watchedFeatures } from '#server/register-jobs.ts';

/** Returns what `GET /metrics` says of the database now. The shop's own metrics keep for some seconds what they read. */
export function freshMetrics(context: Context): Promise<string> {
  const metrics = createMetrics();
  showFacts({ ...context, metrics }, watchedFeatures);
  return metrics.text();
}
