import type { Command } from './command.ts'

type Described = Pick<Command, 'name' | 'parameters' | 'summary'>

/** What the command of an installed service does by itself, before one of these commands is called. */
const SERVER_COMMAND = 'goodword-server'
const start: Described = {
  name: 'start',
  parameters: '[--verbose]',
  summary: 'Run the service in this terminal, as its unit of systemd does.',
}
const SERVER_OPTIONS = [
  '',
  'Settings are those of the unit goodword.service of systemd, where there is one, and the command runs as its user. Options before it:',
  '  --unit <name or file>   another unit, such as goodword-worker',
  '  --settings <file>       a file with lines NAME=value, which go before those of the unit',
  '  --version               the version of this release',
]

/** The usage text, as the commands are called: by npm in a checkout, else by the command of an installed service. */
export function usageOf(commands: readonly Described[], calledAs: string | undefined): string {
  const isInstalled = calledAs === SERVER_COMMAND
  return [
    `Usage: ${callOfProgram(calledAs)} <command>`,
    '',
    ...[...(isInstalled ? [start] : []), ...commands].flatMap(textOf),
    '',
    'Results are JSON on standard output. Errors go to standard error, with exit code 1.',
    'Commands work whether the service runs or not.',
    ...(isInstalled ? SERVER_OPTIONS : ['Use the same environment as for the service.']),
  ].join('\n')
}

/** The usage text of a few commands, for a call of one that does not exist. */
export function shortUsageOf(commands: readonly Described[], calledAs: string | undefined): string {
  const call = callOfProgram(calledAs)
  return [
    `Usage: ${call} <command>`,
    '',
    ...commands.flatMap(textOf),
    '',
    `All commands: ${call} --help`,
  ].join('\n')
}

function callOfProgram(calledAs: string | undefined): string {
  return calledAs === SERVER_COMMAND ? SERVER_COMMAND : 'npm run --silent goodword --'
}

/** The usage text of one command. */
export function textOf(command: Described): readonly string[] {
  return [`  ${callOf(command)}`, `      ${command.summary}`]
}

export function callOf({ name, parameters }: Described): string {
  return `${name} ${parameters}`.trimEnd()
}
