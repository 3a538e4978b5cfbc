import { parseArgs } from 'node:util'
import { OperatorError } from '../frame/tenants/operator-error.ts'
import type { Terminal } from './terminal.ts'

/** One of the operator's commands. */
export type Command = {
  /** The words that call it, such as `tenant create`. */
  readonly name: string
  /** The parameters after the name, as the usage text shows them. */
  readonly parameters: string
  readonly summary: string
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<Answer>
}

/** The arguments of a command do not match its usage. */
export class UsageError extends OperatorError {}

/** The JSON for standard output; `failed` makes the exit code 1. */
export type Answer = {
  readonly answer: unknown
  readonly failed?: boolean
  /** The answer is kept in a file that people edit, so it has several lines there as well. */
  readonly isEdited?: boolean
}

export type Arguments = {
  readonly positionals: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
}

/**
 * Reads the arguments of a command: exactly these positional ones, options that each take a text, and flags.
 *
 * @throws UsageError when something is missing or too much
 */
export function readArguments<Flag extends string = never>(
  args: readonly string[],
  positionalNames: readonly string[],
  optionNames: readonly string[] = [],
  flagNames: readonly Flag[] = [],
): Arguments & { readonly flags: Readonly<Record<Flag, boolean>> } {
  const { positionals, values } = parsed(args, optionNames, flagNames)
  const missing = positionalNames.slice(positionals.length)
  if (missing.length > 0) throw new UsageError(`${missing.map((name) => `<${name}>`).join(' ')} is missing.`)
  const extra = positionals.slice(positionalNames.length)
  if (extra.length > 0) throw new UsageError(`${JSON.stringify(extra[0])} is an unexpected argument.`)
  const texts = optionNames.map((name) => [name, textOf(values[name])])
  const flags = flagNames.map((name) => [name, values[name] === true])
  // Both have the requested names.
  return {
    positionals,
    options: Object.fromEntries(texts) as Arguments['options'],
    flags: Object.fromEntries(flags) as Record<Flag, boolean>,
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function parsed(
  args: readonly string[],
  optionNames: readonly string[],
  flagNames: readonly string[],
): { readonly positionals: readonly string[]; readonly values: Readonly<Record<string, unknown>> } {
  const options = Object.fromEntries([
    ...optionNames.map((name) => [name, { type: 'string' as const }] as const),
    ...flagNames.map((name) => [name, { type: 'boolean' as const }] as const),
  ])
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message.split('. ')[0] ?? error.message)
    throw error
  }
}
