import type { Client } from '@goodword/client'
import type { ShapeOf } from '@goodword/contract/frame/shape'
import { fromJsonSchema, type StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { type TObject, Type } from 'typebox'
import type { Guides } from './docs/guides.ts'
import type { PendingWrites } from './pending-writes.ts'

/**
 * The rights of a caller beside reading the program: decide on referrals, give rewards, read deliveries of webhooks, and
 * read pending writes.
 */
export type Right = 'decide' | 'give' | 'deliveries' | 'requests'

/** The context of a tool during one call. */
export type ToolCall = {
  /** The API as the caller may use it. */
  readonly client: Client
  readonly guides: Guides
  readonly writes: PendingWrites
  readonly signal: AbortSignal
  /** The ID of a write, equal for each repeat of it, so that a repeat has no second effect; null for tools that read. */
  readonly idempotencyKey: string | null
}

type Answer = Readonly<Record<string, unknown>>

/** A tool as it is served. The schemas check what goes in and out, so the functions may rely on them. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: StandardSchemaWithJSON
  readonly output: StandardSchemaWithJSON
  /** The right without which it is not offered; null for what everybody may who reads. */
  readonly needs: Right | null
  /** Says what a write would do; null for a tool that only reads. */
  readonly describe: Describe<unknown> | null
  readonly run: (call: ToolCall, input: unknown) => Promise<Answer>
}

/** The description of a write that a person confirms: a question, and the facts to answer it. */
export type WriteDescription = {
  readonly question: string
  readonly facts: readonly Fact[]
}

/** A line such as `Referrer`: `“Rita Reed”, rita@example.com, of the account acct_rita`. */
export type Fact = readonly [label: string, text: string]

type Describe<Input> = (call: Pick<ToolCall, 'client' | 'signal'>, input: Input) => Promise<WriteDescription>

type Definition<Input extends TObject, Output extends TObject> = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly needs?: Right
  readonly describe?: Describe<ShapeOf<Input>>
  /** The fault of an input, where the schema's message would be too long; null without one. */
  readonly faultOf?: (input: unknown) => string | null
  /** The types of the client and of the contract differ in optional fields; the schema checks the rest of each answer. */
  readonly run: (
    call: ToolCall,
    input: ShapeOf<Input>,
  ) => Promise<{
    readonly [Name in keyof ShapeOf<Output>]: unknown
  }>
}

export function defineTool<Input extends TObject, Output extends TObject>(
  definition: Definition<Input, Output>,
): Tool {
  const { name, title, description, input, output, needs = null, describe, faultOf, run } = definition
  return {
    name,
    title,
    description,
    input: toolSchema(Type.Object(input.properties, { additionalProperties: false }), faultOf),
    output: answerSchema(output),
    needs,
    // The schema above has checked the input before either function gets it.
    describe: describe === undefined ? null : (describe as Describe<unknown>),
    run: (call, checked) => run(call, checked as ShapeOf<Input>) as Promise<Answer>,
  }
}

/**
 * A schema of the contract as a schema of a tool. It is compiled at its first use: most calls need one of two dozen.
 *
 * The formats of the contract, such as `cursor`, are known to the service alone, which checks them: left in, a client that does not
 * know them could refuse the tool.
 */
function toolSchema(
  schema: TObject,
  faultOf: (input: unknown) => string | null = () => null,
): StandardSchemaWithJSON {
  const json = withoutFormats(schema) as Readonly<Record<string, unknown>>
  let compiled: StandardSchemaWithJSON | null = null
  return {
    '~standard': {
      version: 1,
      vendor: 'goodword',
      jsonSchema: { input: () => json, output: () => json },
      validate(value) {
        const fault = faultOf(value)
        if (fault !== null) return { issues: [{ message: fault }] }
        compiled ??= fromJsonSchema(json)
        return compiled['~standard'].validate(value)
      },
    },
  }
}

/**
 * The schema of an answer: its fields and their types, without the schemas inside them. A client reads the list of all
 * tools again and again, and whole answers made it a quarter of a megabyte; the service writes each answer by its schema.
 */
function answerSchema({ properties, required }: TObject): StandardSchemaWithJSON {
  const fields = Object.entries(properties).map(([name, schema]) => [name, typesOf(schema)] as const)
  return toolSchema({ type: 'object', properties: Object.fromEntries(fields), required } as TObject)
}

/** The types that a field may have; any, where a schema does not say it at once. */
function typesOf(schema: object): object {
  const { type, anyOf } = schema as { readonly type?: unknown; readonly anyOf?: readonly object[] }
  if (typeof type === 'string') return { type }
  const types = (anyOf ?? []).map((it) => Reflect.get(it, 'type'))
  const isKnown = types.length > 0 && types.every((it) => typeof it === 'string')
  return isKnown ? { type: [...new Set(types)] } : {}
}

function withoutFormats(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutFormats)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(
    // Names with a tilde are marks of the schema library.
    ([name, value]) => !name.startsWith('~') && (name !== 'format' || typeof value !== 'string'),
  )
  return Object.fromEntries(entries.map(([name, value]) => [name, withoutFormats(value)]))
}
