import { ApiError } from '@goodword/client'
import { version } from '@goodword/mcp/version'
import {
  type Command,
  type CommandEntry,
  CommandError,
  exitCodes,
  Interrupted,
  type OptionSpec,
  optionsOf,
  readInput,
  UsageError,
} from './command.ts'
import { commands, subjects } from './commands.ts'
import { safeJson, safeLines, withoutKeys } from './terminal/safe-text.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Runs a command; resolves with its exit code. */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const found = commandOf(args)
  if (found !== null) return perform(found, terminal)
  const [first, ...rest] = args
  if (first === '--version' || first === '-v' || first === '-V') await terminal.write(version())
  else if (first === 'help' && rest.length > 0) return runCommandLine([...rest, '--help'], terminal)
  else if (first === undefined || isHelp(first)) await terminal.write(usageOfAll(version()))
  else if (rest.some(isHelp) && namesUnder(first).length > 0) {
    await terminal.write(usageOfNames(namesUnder(first)))
  } else {
    const typed = args.filter((it) => !it.startsWith('-')).slice(0, 2)
    return report(terminal, args.includes('--json'), {
      code: 'USAGE',
      message: `${unknownOf(first, typed)} ${similarTo(first)}`,
      exitCode: exitCodes.usage,
    })
  }
  return exitCodes.done
}

type Found = { readonly name: string; readonly entry: CommandEntry; readonly args: readonly string[] }

/** The command whose name has the most words of the arguments. */
function commandOf(args: readonly string[]): Found | null {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ')
    const entry = Object.hasOwn(commands, name) ? commands[name] : undefined
    if (entry !== undefined) return { name, entry, args: args.slice(words) }
  }
  return null
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help'
}

/** The commands of two words that begin with this one. */
function namesUnder(word: string): readonly string[] {
  return Object.keys(commands).filter((it) => it.startsWith(`${word} `))
}

function unknownOf(first: string, typed: readonly string[]): string {
  if (first.startsWith('-')) return `Name a command before the option "${first}".`
  return `There is no command "${typed.join(' ')}".`
}

function similarTo(word: string): string {
  const isSimilar = (name: string) =>
    name.startsWith(word) || name.split(' ').some((part) => part === word || isMistyped(word, part))
  const names = word.startsWith('-') ? [] : Object.keys(commands).filter(isSimilar)
  return names.length > 0 ? `Did you mean ${names.join(', ')}?` : 'List them with: goodword --help'
}

async function perform({ name, entry, args }: Found, terminal: Terminal): Promise<number> {
  const command = await entry.load()
  try {
    if (args.includes('--help') || args.includes('-h')) {
      await terminal.write(usageOf(name, entry.summary, command))
      return exitCodes.done
    }
    const code = await command.run(readInput(args, command), terminal)
    return code ?? exitCodes.done
  } catch (error) {
    return report(
      terminal,
      args.includes('--json'),
      failureOf(error, terminal.env),
      usageLine(error, name, command),
    )
  }
}

function usageLine(error: unknown, name: string, command: Command): string | null {
  return error instanceof UsageError ? `Usage: ${callOf(name, command)}` : null
}

/** Says on standard error what failed; with `--json` as an object. */
function report(terminal: Terminal, isJson: boolean, failure: Failure, usage: string | null = null): number {
  const { exitCode, ...error } = failure
  if (isJson) terminal.note(safeJson({ error }))
  else {
    terminal.note(safeLines(error.message))
    if (usage !== null) terminal.note(usage)
  }
  return exitCode
}

/** Whether a word is another one with a letter too many, missing or wrong, or two of them in the wrong order. */
function isMistyped(typed: string, word: string): boolean {
  if (Math.abs(typed.length - word.length) > 1 || word.length < 4) return false
  let same = 0
  while (same < typed.length && typed[same] === word[same]) same += 1
  const [left, right] = [typed.slice(same), word.slice(same)]
  if (left.slice(1) === right.slice(1) || left.slice(1) === right || left === right.slice(1)) return true
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
}

/** The help without a command. */
function usageOfAll(version: string): string {
  const width = Math.max(
    ...Object.values(subjects).flatMap((it) => Object.keys(it).map((name) => name.length)),
  )
  const sections = Object.entries(subjects).map(([subject, entries]) =>
    [
      `${subject}:`,
      ...Object.entries(entries).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    ].join('\n'),
  )
  return [
    `goodword ${version}: Goodword on the command line`,
    'Usage: goodword <command> [options]',
    ...sections,
    [
      'Every command has --help, --json and --profile <name>.',
      'The help of some: goodword codes --help',
      'GOODWORD_URL, GOODWORD_TENANT and GOODWORD_API_KEY of the environment replace a profile.',
      'Exit codes: 0 done, 1 refused or something is missing, 2 wrong usage, 69 service not reachable.',
    ].join('\n'),
  ].join('\n\n')
}

/** The help of the commands that begin with one word. */
function usageOfNames(names: readonly string[]): string {
  const width = Math.max(...names.map((name) => name.length))
  const entries = Object.assign({}, ...Object.values(subjects))
  return names.map((name) => `  ${name.padEnd(width)}  ${entries[name].summary}`).join('\n')
}

/** The help of a command. */
function usageOf(name: string, summary: string, command: Command): string {
  return [
    summary,
    `Usage: ${callOf(name, command)}`,
    `Options:\n${optionLines(optionsOf(command)).join('\n')}`,
    ...(command.help === undefined ? [] : [command.help]),
  ].join('\n\n')
}

/** The line that says how a command is called. */
function callOf(name: string, { positionals, options }: Command): string {
  const arguments_ = positionals.map((it) => (it.endsWith('?') ? `[<${it.slice(0, -1)}>]` : `<${it}>`))
  const own = Object.entries(options).map(([option, { value, isRepeated }]) =>
    value === undefined ? `[--${option}]` : `[--${option} ${value}]${isRepeated === true ? '…' : ''}`,
  )
  return ['goodword', name, ...arguments_, ...own].join(' ')
}

function optionLines(options: Readonly<Record<string, OptionSpec>>): readonly string[] {
  const calls = Object.entries(options).map(([name, { value, summary }]) => ({
    call: value === undefined ? `--${name}` : `--${name} ${value}`,
    summary,
  }))
  const width = Math.max(...calls.map(({ call }) => call.length))
  return calls.map(({ call, summary }) => `  ${call.padEnd(width)}  ${summary}`)
}

type Failure = {
  /** A code of the API or of its client, or `USAGE`, `REFUSED`, `INTERRUPTED` or `FAILED` of the command line. */
  readonly code: string
  readonly message: string
  readonly requestId?: string
  readonly exitCode: number
}

/** The message for an error of a command. It contains no key. */
export function failureOf(error: unknown, env: NodeJS.ProcessEnv): Failure {
  const failure = described(error)
  const stack = env.GOODWORD_DEBUG && error instanceof Error ? `\n${error.stack}` : ''
  return { ...failure, message: withoutKeys(failure.message + stack) }
}

function described(error: unknown): Failure {
  if (error instanceof UsageError) {
    return { code: 'USAGE', message: error.message, exitCode: exitCodes.usage }
  }
  if (error instanceof CommandError) {
    return { code: 'REFUSED', message: error.message, exitCode: exitCodes.refused }
  }
  if (error instanceof ApiError) return ofApi(error)
  if (error instanceof Interrupted) {
    return { code: 'INTERRUPTED', message: error.message, exitCode: exitCodes.interrupted }
  }
  // A server that is not the service may answer anything, and the parts of its answer are not what they should be.
  const message = `The command failed: ${error instanceof Error ? error.message : String(error)}. If the URL is that of a Goodword service, GOODWORD_DEBUG=1 shows where.`
  return { code: 'FAILED', message, exitCode: exitCodes.refused }
}

function ofApi({ code, message, status, requestId }: ApiError): Failure {
  const id = requestId === null ? {} : { requestId }
  if (code === 'NO_ANSWER' || isAway(status)) {
    const advice =
      'Check that the service runs, and its URL: that of --url, of GOODWORD_URL or of goodword profiles.'
    return { code, message: `${message} ${advice}`, ...id, exitCode: exitCodes.unreachable }
  }
  return { code, message: messageOf(code, message), ...id, exitCode: exitCodes.refused }
}

function isAway(status: number | null): boolean {
  return status !== null && [502, 503, 504].includes(status)
}

function messageOf(code: string, message: string): string {
  // The message of the API is for those who send the key themselves.
  if (code === 'UNAUTHORIZED') {
    return 'The service does not accept this key: it is of another program, was revoked, or was not copied as a whole. Log in again with: goodword login'
  }
  if (code === 'INSUFFICIENT_SCOPE') {
    return `${message} Log in with a key that has it: goodword login --profile <name>`
  }
  return message
}
