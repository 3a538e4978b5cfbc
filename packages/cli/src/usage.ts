import { type Command, type OptionSpec, optionsOf } from './command.ts'
import { subjects } from './commands.ts'

/** The help without a command. */
export function usageOfAll(version: string): string {
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
export function usageOfNames(names: readonly string[]): string {
  const width = Math.max(...names.map((name) => name.length))
  const entries = Object.assign({}, ...Object.values(subjects))
  return names.map((name) => `  ${name.padEnd(width)}  ${entries[name].summary}`).join('\n')
}

/** The help of a command. */
export function usageOf(name: string, summary: string, command: Command): string {
  return [
    summary,
    `Usage: ${callOf(name, command)}`,
    `Options:\n${optionLines(optionsOf(command)).join('\n')}`,
    ...(command.help === undefined ? [] : [command.help]),
  ].join('\n\n')
}

/** The line that says how a command is called. */
export function callOf(name: string, { positionals, options }: Command): string {
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
