import type { Command } from './command.ts'

const CALL = 'npm run --silent goodword --'

/** What can be asked for, for whoever asked for nothing, for help, or for something else. */
export function usageOf(commands: readonly Command[]): string {
  return [
    `Usage: ${CALL} <command>`,
    '',
    ...commands.flatMap((command) => [`  ${callOf(command)}`, `      ${command.summary}`]),
    '',
    'Answers are JSON on standard output. What goes wrong is told on standard error, with exit code 1.',
    'Works while the service runs and while it does not, with the same environment as the service.',
  ].join('\n')
}

export function callOf({ name, parameters }: Command): string {
  return `${name} ${parameters}`.trimEnd()
}
