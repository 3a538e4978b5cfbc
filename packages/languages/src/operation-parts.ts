import type { ClientOperation } from '@goodword/contract/frame/openapi/client-model'
import { capitalized, type Field, fieldsOf, type TypeWords, typeOf } from './type-words.ts'

export type Parameter = Field & { readonly type: string }

/** An operation with its types in the words of a language. */
export type OperationParts = {
  readonly operation: ClientOperation
  readonly params: readonly Parameter[]
  readonly query: readonly Parameter[]
  /** Null for an operation without a body. */
  readonly body: { readonly type: string; readonly isOptional: boolean } | null
  readonly answer: string
  /** Null for an operation that is no list. */
  readonly entry: string | null
  /** Summary and description, and what a parameter takes. */
  readonly comment: string
}

/** Describes an operation for a writer. `reply` is the type of an answer that comes with its status. */
export function operationParts(
  operation: ClientOperation,
  words: TypeWords,
  reply: (status: number, answer: string) => string,
): OperationParts {
  const hint = capitalized(operation.name)
  const typed = (fields: readonly Field[]) =>
    fields.map((it) => ({ ...it, type: typeOf(it.schema, words, hint + capitalized(it.name)) }))
  const { body, answers, list } = operation
  const types = answers.map((it) => ({
    status: it.status,
    type: typeOf(it.schema, words, list === null ? `${hint}Answer` : `${hint}Page`),
  }))
  return {
    operation,
    params: typed(fieldsOf(operation.params)),
    query: typed(fieldsOf(operation.query)),
    body:
      body === null ? null : { type: typeOf(body.schema, words, `${hint}Body`), isOptional: body.isOptional },
    answer:
      types.length === 1
        ? types.map((it) => it.type).join('')
        : types.map((it) => reply(it.status, it.type)).join(' | '),
    entry: list === null ? null : typeOf(list.entry, words, `${hint}Entry`),
    comment: `${operation.summary}.\n\n${operation.description}`,
  }
}
