import { parseArgs } from 'node:util'
import type { Terminal } from './terminal/terminal.ts'

/** The exit codes. An interrupted command has that of its signal, 130. */
export const exitCodes = { done: 0, refused: 1, usage: 2, unreachable: 69, interrupted: 130 } as const

export type OptionSpec = {
  readonly summary: string
  /** The placeholder of the value in the usage, such as `<url>`; a flag has none. */
  readonly value?: string
  /** Whether it may be given several times. */
  readonly isRepeated?: true
}

export type Command = {
  /** The arguments beside options, by name; one that ends with `?` may be left out. */
  readonly positionals: readonly string[]
  readonly options: Readonly<Record<string, OptionSpec>>
  /** The help of the command after its options. */
  readonly help?: string
  /** Resolves with the exit code, if that is not 0. */
  readonly run: (input: CommandInput, terminal: Terminal) => Promise<number | undefined>
}

/** A command in the table of all. */
export type CommandEntry = {
  readonly summary: string
  /** A command is loaded when it is called, with its own modules. */
  readonly load: () => Promise<Command>
}

/** Options that every command has, unless it has another meaning for one. */
const commonOptions = {
  profile: { value: '<name>', summary: 'Use this profile instead of the current one.' },
  json: { summary: 'Write JSON: one object, or for lists one a line.' },
  help: { summary: 'Explain the command.' },
} as const satisfies Record<string, OptionSpec>

export type CommandInput = {
  readonly positional: (name: string) => string | undefined
  readonly required: (name: string) => string
  readonly text: (option: string) => string | undefined
  /** The values of an option that may be given several times. */
  readonly texts: (option: string) => readonly string[]
  readonly isSet: (option: string) => boolean
  readonly isJson: boolean
}

/** The arguments do not match the usage of the command. */
export class UsageError extends Error {}

/** An error of a command that cannot do its work; its message says what to do instead. */
export class CommandError extends Error {}

/** Thrown by a command that Ctrl-C ended; its message says how to go on. */
export class Interrupted extends Error {}

/** The options of a command, its own first. */
export function optionsOf({ options }: Command): Readonly<Record<string, OptionSpec>> {
  return { ...options, ...commonOptions, ...options }
}

/** @throws UsageError when something is missing, too much or unknown */
export function readInput(args: readonly string[], command: Command): CommandInput {
  const options = optionsOf(command)
  const { values, positionals } = parsed(args, options)
  const names = command.positionals.map((name) => name.replace('?', ''))
  const missing = command.positionals.slice(positionals.length).filter((name) => !name.endsWith('?'))
  if (values.help !== true) {
    if (missing.length > 0) throw new UsageError(`${missing.map((it) => `<${it}>`).join(' ')} is missing.`)
    const [surplus] = positionals.slice(names.length)
    if (surplus !== undefined) throw new UsageError(`The argument "${surplus}" is too much.`)
  }
  const declared = (option: string) => {
    if (options[option] === undefined) throw new Error(`the option ${option} is not declared`)
    return values[option]
  }
  const positional = (name: string) => positionals[names.indexOf(name)]
  return {
    positional,
    required: (name) => {
      const value = positional(name)
      if (value === undefined || value === '') throw new UsageError(`<${name}> is missing.`)
      return value
    },
    text: (option) => {
      const value = declared(option)
      return typeof value === 'string' ? value : undefined
    },
    texts: (option) => [declared(option) ?? []].flat().map(String),
    isSet: (option) => declared(option) === true,
    isJson: values.json === true,
  }
}

function parsed(args: readonly string[], options: Readonly<Record<string, OptionSpec>>) {
  const types = Object.entries(options).map(
    ([name, { value, isRepeated = false }]) =>
      [name, { type: value === undefined ? 'boolean' : 'string', multiple: isRepeated }] as const,
  )
  try {
    return parseArgs({ args: [...args], options: Object.fromEntries(types), allowPositionals: true })
  } catch (error) {
    // The sentences after the first explain how to escape.
    if (error instanceof TypeError) throw new UsageError(`${error.message.split(/[.](?: |$)/)[0]}.`)
    throw error
  }
}

/** @throws UsageError if the text is none of the words */
export function wordOf<Word extends string>(name: string, words: readonly Word[], text: string): Word {
  const word = words.find((it) => it === text)
  if (word === undefined) throw new UsageError(`${name} takes one of ${words.join(', ')}.`)
  return word
}

/** @throws UsageError if the text is no whole number from `min` to `max` */
export function numberOf(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) throw new UsageError(`${name} takes a number from ${min} to ${max}.`)
  return number
}
