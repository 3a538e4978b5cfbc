import type { Client } from '@goodword/client'
import type { ShapeOf } from '@goodword/contract/shape'
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { type TObject, Type } from 'typebox'
import type { Guides } from './docs/guides.ts'
import { answerSchema, toolSchema } from './tool-schema.ts'

/** What a caller may do beside reading: decide on referrals that wait, and give rewards. */
export type WriteRight = 'decide' | 'give'

/** What a tool works with during one call. */
export type ToolCall = {
  /** The API as the caller may use it. */
  readonly client: Client
  readonly guides: Guides
  readonly signal: AbortSignal
  /** Equal for each repeat of a confirmed call, so that a repeat has no second effect; null for tools that read. */
  readonly idempotencyKey: string | null
}

type Answer = Readonly<Record<string, unknown>>

/** A tool as it is served. The schemas check what goes in and out, so the function may rely on them. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: StandardSchemaWithJSON
  readonly output: StandardSchemaWithJSON
  /** The write behind it; null for a tool that only reads. */
  readonly write: Write<unknown> | null
  readonly run: (call: ToolCall, input: unknown) => Promise<Answer>
}

export type Write<Input> = {
  readonly right: WriteRight
  /** What a person is asked to confirm, as a sentence about this input. */
  readonly describe: (input: Input) => string
}

/** The argument of a write that holds its confirmation. */
export const CONFIRM = 'confirm'

const confirmation = {
  [CONFIRM]: Type.Optional(
    Type.String({
      maxLength: 512,
      description: 'Leave it out. When the answer asks for a confirmation, send the one that it gives.',
    }),
  ),
}

type Definition<Input extends TObject, Output extends TObject> = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly output: Output
  readonly write?: Write<ShapeOf<Input>>
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
  const { name, title, description, input, output, write, run } = definition
  return {
    name,
    title,
    description,
    input: toolSchema(
      Type.Object(
        { ...input.properties, ...(write === undefined ? {} : confirmation) },
        { additionalProperties: false },
      ),
    ),
    output: answerSchema(output),
    // The schema above has checked the input before either function gets it.
    write: write === undefined ? null : (write as Write<unknown>),
    run: (call, checked) => run(call, checked as ShapeOf<Input>) as Promise<Answer>,
  }
}
