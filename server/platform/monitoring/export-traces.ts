import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

/**
 * From now on traces go to an OpenTelemetry collector, by OTLP over HTTP (JSON), some at a time. Other OTEL_ variables
 * (headers, sampling, times) are read as OpenTelemetry has them. Loaded only where an endpoint is set.
 * @returns sends what is left, and ends
 */
export function exportTraces(endpoint: string): () => Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'handsel' }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return () => provider.shutdown();
}
