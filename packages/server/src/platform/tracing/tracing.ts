import type { Attributes, Span, SpanKind } from '@opentelemetry/api'
import type { TraceParent } from './trace-parent.ts'

export type { Span } from '@opentelemetry/api'

export type NewSpan = {
  readonly kind: keyof typeof SpanKind
  /** A span of this process, or the caller's; null begins a trace. */
  readonly parent: Span | TraceParent | null
  readonly attributes?: Attributes
  /** Spans that the work is done for beside its parent. */
  readonly links?: readonly Span[]
}

export type StartSpan = (name: string, span: NewSpan) => Span

/** Null while tracing is off: the SDK is not loaded then. */
let current: StartSpan | null = null

/** Begins a span; null where tracing is off. */
export function startSpan(name: string, span: NewSpan): Span | null {
  return current === null ? null : current(name, span)
}

/** Spans are made with this from now on; null turns tracing off. */
export function useTracing(start: StartSpan | null): void {
  current = start
}
