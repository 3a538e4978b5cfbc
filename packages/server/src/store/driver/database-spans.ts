import pg from 'pg'
import { currentActivity } from '../../platform/activity.ts'
import { type Span, startSpan } from '../../platform/tracing/tracing.ts'

/** What the conventions for traces of databases ask of each span. */
const SYSTEM = { 'db.system.name': 'postgresql' }
const LONGEST_SUMMARY = 255

/** The span of a transaction, below that of the request or batch that runs; null where tracing is off. */
export function transactionSpan(): Span | null {
  const parent = currentActivity()?.span ?? null
  return parent === null ? null : startSpan('transaction', { kind: 'INTERNAL', parent, attributes: SYSTEM })
}

/**
 * The span of statements that travel together, below that of their transaction. Statements are named by what they do,
 * as `account.lock`; neither their text nor their values are told.
 */
export function statementsSpan(parent: Span, names: readonly string[], answered: Promise<unknown>): void {
  const summary = names.join(' ').slice(0, LONGEST_SUMMARY)
  const isBatch = names.length > 1
  const span = startSpan(isBatch ? 'BATCH' : summary, {
    kind: 'CLIENT',
    parent,
    attributes: {
      ...SYSTEM,
      'db.operation.name': isBatch ? 'BATCH' : summary,
      'db.query.summary': summary,
      ...(isBatch ? { 'db.operation.batch.size': names.length } : {}),
    },
  })
  if (span === null) return
  answered.then(
    () => span.end(),
    (error: unknown) => {
      fail(span, error)
      span.end()
    },
  )
}

/** Marks the span as failed, with the SQLSTATE where the database gave one. */
export function fail(span: Span, error: unknown): void {
  const state = error instanceof pg.DatabaseError ? error.code : undefined
  if (state !== undefined) span.setAttribute('db.response.status_code', state)
  span.setAttribute('error.type', state ?? (error instanceof Error ? error.name : 'unknown'))
  span.setStatus({ code: ERROR })
}

/** `SpanStatusCode.ERROR` of OpenTelemetry, which is not loaded here. */
const ERROR = 2
