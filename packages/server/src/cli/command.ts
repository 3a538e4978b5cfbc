import { parseArgs } from 'node:util'
import { OperatorError } from '../operations/tenants/operator-error.ts'

/** One of the operator's commands. */
export type Command = {
  /** The words that call it, such as `tenant create`. */
  readonly name: string
  /** What follows the name, as the usage text shows it. */
  readonly parameters: string
  readonly summary: string
  readonly run: (args: readonly string[]) => Promise<Answer>
}

/** A command was not called as its usage says. */
export class UsageError extends OperatorError {}

/** What goes to standard output as JSON; `failed` makes the exit code 1. */
export type Answer = { readonly answer: unknown; readonly failed?: boolean }

export type Arguments = {
  readonly positionals: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
}

/**
 * Reads the arguments of a command: exactly these positional ones, and options that each take a text.
 *
 * @throws UsageError when something is missing or too much
 */
export function readArguments(
  args: readonly string[],
  positionalNames: readonly string[],
  optionNames: readonly string[] = [],
): Arguments {
  const { positionals, values } = parsed(args, optionNames)
  const missing = positionalNames.slice(positionals.length)
  if (missing.length > 0) throw new UsageError(`${missing.map((name) => `<${name}>`).join(' ')} is missing.`)
  const extra = positionals.slice(positionalNames.length)
  if (extra.length > 0) throw new UsageError(`${JSON.stringify(extra[0])} is one argument too many.`)
  return { positionals, options: values }
}

function parsed(args: readonly string[], optionNames: readonly string[]) {
  const options = Object.fromEntries(optionNames.map((name) => [name, { type: 'string' as const }]))
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message.split('. ')[0] ?? error.message)
    throw error
  }
}
