import type { Command } from './command.ts'

const CALL = 'npm run --silent goodword --'

/** The usage text. */
export function usageOf(commands: readonly Command[]): string {
  return [
    `Usage: ${CALL} <command>`,
    '',
    ...commands.flatMap((command) => [`  ${callOf(command)}`, `      ${command.summary}`]),
    '',
    'Results are JSON on standard output. Errors go to standard error, with exit code 1.',
    'Commands work whether the service runs or not. Use the same environment as for the service.',
  ].join('\n')
}

export function callOf({ name, parameters }: Command): string {
  return `${name} ${parameters}`.trimEnd()
}
