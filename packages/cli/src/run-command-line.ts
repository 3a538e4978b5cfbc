import { version } from '@goodword/mcp/version'
import { type Command, type CommandEntry, exitCodes, readInput, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { type Failure, failureOf } from './failure.ts'
import { isMistyped } from './mistyped.ts'
import { safeJson, safeLines } from './terminal/safe-text.ts'
import type { Terminal } from './terminal/terminal.ts'
import { callOf, usageOf, usageOfAll, usageOfNames } from './usage.ts'

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
