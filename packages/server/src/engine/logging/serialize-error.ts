import { redactTexts } from './redact.ts'

/** The loggable part of an error: its origin, and none of its values. */
export type SerializedError = {
  readonly type: string
  readonly message: string
  /** SQLSTATE of the database, or code of the system or framework. */
  readonly code?: string
  /** The part of the database's schema that the error names. */
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  readonly routine?: string
  readonly stack?: string
  readonly cause?: SerializedError
  readonly errors?: readonly SerializedError[]
}

/** Limits the depth of causes, which can be circular. */
const MAX_DEPTH = 5
const MAX_PARTS = 10

/**
 * An error for the log. Only named fields go along: the driver's errors also quote rows, and others hold requests,
 * addresses or keys.
 */
export function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: 'something that is no error was thrown' }
  const parts = error instanceof AggregateError ? error.errors : []
  const isDeepest = depth === MAX_DEPTH
  return {
    type: error.constructor.name || error.name,
    message: safeMessage(error),
    ...textsOf(error),
    ...(typeof error.stack === 'string' ? { stack: framesOf(error.stack) } : {}),
    ...(error.cause === undefined || isDeepest ? {} : { cause: serializeError(error.cause, depth + 1) }),
    ...(parts.length === 0 || isDeepest
      ? {}
      : { errors: parts.slice(0, MAX_PARTS).map((it) => serializeError(it, depth + 1)) }),
  }
}

/** An error as a text of several lines, for people. */
export function serializeErrorText(error: unknown): string {
  return textOf(serializeError(error))
}

function textOf({ type, message, code, stack, cause, errors = [] }: SerializedError): string {
  const first = `${type}: ${message}${code === undefined ? '' : ` (${code})`}`
  const more = [...(cause === undefined ? [] : [cause]), ...errors]
  return [
    first,
    ...(stack === undefined || stack === '' ? [] : [stack]),
    ...more.map((it) => `caused by ${textOf(it)}`),
  ].join('\n')
}

const texts = ['code', 'table', 'column', 'constraint', 'routine'] as const

function textsOf(error: Error): Partial<Record<(typeof texts)[number], string>> {
  const found = texts.flatMap((name): [string, string][] => {
    const value = Reflect.get(error, name)
    return typeof value === 'string' ? [[name, redactTexts(value)]] : []
  })
  return Object.fromEntries(found)
}

/** The database quotes the value it could not read (SQLSTATE class 22), and a parser of JSON the text around it. */
function safeMessage(error: Error): string {
  const code = Reflect.get(error, 'code')
  const quotesValues =
    error instanceof SyntaxError || (typeof code === 'string' && /^22[0-9A-Z]{3}$/.test(code))
  const message = quotesValues ? error.message.replaceAll(/".*"/gs, '"…"') : error.message
  return redactTexts(message)
}

/** The stack without the message, which is a separate field. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}
