import { context, propagation, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** As W3C Trace Context has it. Nothing where no traces are kept. */
export type Traced = { traceparent?: string | undefined };

type SpanOptions = Traced & {
  kind?: 'server' | 'client' | 'producer' | 'consumer';
  /** No numbers of people, names, codes or tokens. */
  attributes?: Readonly<Record<string, string | number>>;
};

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
};

/** One piece of work of a trace: of the one that `traceparent` names, else of what is under way. */
export function beginSpan(name: string, { traceparent, kind, attributes = {} }: SpanOptions = {}) {
  const parent = traceparent ? propagation.extract(ROOT_CONTEXT, { traceparent }) : context.active();
  const options = { attributes, ...(kind ? { kind: KINDS[kind] } : {}) };
  const span: Span = trace.getTracer('handsel').startSpan(name, options, parent);
  return {
    /** What this calls belongs to the span. */
    run: <T>(work: () => T): T => context.with(trace.setSpan(parent, span), work),
    /** An error is known by its name alone: its words may have what it was about. */
    end({ error, ...more }: { error?: string } & Record<string, string | number> = {}): void {
      span.setAttributes(more);
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: error });
      span.end();
    },
  };
}

/** Does work as a span of its own. */
export async function inSpan<T>(name: string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
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

/** What is under way, for who goes on with it: a job, or a service that is asked. */
export function traceNow(): Traced {
  const carrier: Traced = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}
