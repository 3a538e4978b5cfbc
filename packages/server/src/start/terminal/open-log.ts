import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { DestinationStream } from 'pino'
import { type DemoRewards, demoRewards } from '../../administration/demo/demo-rewards.ts'
import { openLogFile } from '../../engine/logging/log-file.ts'
import { openLogOutput } from '../../engine/logging/logger.ts'
import { fileErrorCode } from '../../engine/secrets/private-file.ts'
import { type DemoProcessor, demoProcessors } from '../demo/local-gateway.ts'
import { StartError } from '../start-error.ts'

/** Where log lines go; the file is null where it is standard output. */
export type Log = { readonly output: DestinationStream; readonly file: string | null }

export type StartArguments = {
  /** Whether log lines are wanted on the terminal: `--verbose`. */
  readonly isVerbose: boolean
  /** Where the demo's shop charges cards: `--processor`. */
  readonly processor: DemoProcessor
  /** What the demo's program gives referrers from now on: `--rewards`; null to leave it as it is. */
  readonly rewards: DemoRewards | null
}

const known = {
  verbose: { type: 'boolean' },
  processor: { type: 'string' },
  rewards: { type: 'string' },
} as const

/** @throws StartError for any other argument */
export function readArguments(args: readonly string[]): StartArguments {
  const { verbose = false, processor: name = 'braintree', rewards: given } = parse(args)
  const processor = demoProcessors.find((it) => it === name)
  const rewards = given === undefined ? null : demoRewards.find((it) => it === given)
  if (processor === undefined || rewards === undefined) throw unknownArguments(args)
  return { isVerbose: verbose, processor, rewards }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: known, strict: true }).values
  } catch {
    throw unknownArguments(args)
  }
}

function unknownArguments(args: readonly string[]): StartError {
  return new StartError(
    `Unknown arguments: ${args.join(' ')}. There are --verbose, which shows log lines on the terminal, --processor stripe or braintree, the local payment processor of the demo, and --rewards ${demoRewards.join(' or ')}, what its referrers get; settings are environment variables.`,
  )
}

/**
 * Standard output, for whatever collects the log there. On a terminal a person reads the greeting, so that lines go to a file in
 * the data directory, unless they are wanted or it cannot be written.
 */
export function openLog(dataDir: string, isVerbose: boolean, isTerminal = process.stdout.isTTY): Log {
  if (!isTerminal || isVerbose) return { output: openLogOutput(), file: null }
  const file = join(dataDir, 'goodword.log')
  try {
    return { output: openLogFile(file), file }
  } catch (error) {
    console.error(`Log lines are shown here, because ${file} cannot be written (${fileErrorCode(error)}).`)
    return { output: openLogOutput(), file: null }
  }
}
