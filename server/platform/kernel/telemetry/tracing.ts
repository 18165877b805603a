import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** `traceparent` follows W3C Trace Context; empty when tracing is off. */
export type Traced = { traceparent?: string | undefined };

type SpanOptions = Traced & {
  kind?: 'server' | 'client' | 'producer' | 'consumer';
  attributes?: Readonly<Record<string, string | number>>;
};

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** Begins a span that continues `traceparent` or, without it, the current trace. */
export function beginSpan(name: string, { traceparent, kind, attributes = {} }: SpanOptions = {}) {
  const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : context.active();
  const options = { attributes, ...(kind ? { kind: KINDS[kind] } : {}) };
  const span: Span = trace.getTracer('handsel').startSpan(name, options, parent);
  return {
    run: <T>(work: () => T): T => context.with(trace.setSpan(parent, span), work),
    /** `error` must not be an error's message, which may contain personal data. */
    end({ error, ...endAttributes }: { error?: string } & Record<string, string | number> = {}): void {
      span.setAttributes(endAttributes);
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end();
    },
  };
}

export async function runInSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  const span = beginSpan(name, options);
  try {
    const done = await span.run(work);
    span.end();
    return done;
  } catch (error) {
    span.end({ error: error instanceof Error ? error.name : 'Error' });
    throw error;
  }
}

export function traceNow(): Traced {
  const carrier: Traced = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}
