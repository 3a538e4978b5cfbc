import { ROOT_CONTEXT, type Span, SpanKind, trace } from '@opentelemetry/api'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions'
import type { StartSpan, TraceParent } from './tracing.ts'
import type { TracingSettings } from './tracing-settings.ts'

export type OpenTracing = {
  readonly startSpan: StartSpan
  /** Exports what waits, and ends. */
  readonly close: () => Promise<void>
}

/** Sets up the SDK. This file alone loads it, and is loaded only where tracing is on. */
export function openTracing(settings: TracingSettings, version: string): OpenTracing {
  const provider = new TracerProvider({
    // The environment names the service, and may add attributes.
    resource: defaultResource()
      .merge(resourceFromAttributes({ [ATTR_SERVICE_NAME]: 'goodword', [ATTR_SERVICE_VERSION]: version }))
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: exporterOf(settings), ...batchOptions() })],
  })
  const tracer = provider.getTracer('goodword', version)
  return {
    startSpan: (name, { kind, parent, attributes = {}, links = [] }) =>
      tracer.startSpan(
        name,
        { kind: SpanKind[kind], attributes, links: links.map((it) => ({ context: it.spanContext() })) },
        parent === null ? ROOT_CONTEXT : contextOf(parent),
      ),
    close: () => provider.shutdown(),
  }
}

function contextOf(parent: Span | TraceParent) {
  if ('spanContext' in parent) return trace.setSpan(ROOT_CONTEXT, parent)
  const { traceId, spanId, flags } = parent
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags, isRemote: true })
}

function exporterOf({ protocol }: TracingSettings): JsonExporter | ProtobufExporter {
  return protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter()
}

function samplerOf({ sampler, ratio }: TracingSettings): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler()
    case 'always_off':
      return new AlwaysOffSampler()
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio)
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() })
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() })
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) })
  }
}

/** `OTEL_BSP_SCHEDULE_DELAY`, which the SDK leaves to the program. */
function batchOptions(): { readonly scheduledDelayMillis?: number } {
  const delay = Number(process.env.OTEL_BSP_SCHEDULE_DELAY?.trim() || Number.NaN)
  return delay > 0 ? { scheduledDelayMillis: delay } : {}
}
