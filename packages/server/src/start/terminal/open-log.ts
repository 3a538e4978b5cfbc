import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { DestinationStream } from 'pino'
import { openLogFile } from '../../platform/log-file.ts'
import { openLogOutput } from '../../platform/logger.ts'
import { fileErrorCode } from '../../platform/secrets/private-file.ts'
import { StartError } from '../start-error.ts'

/** Where log lines go; the file is null where it is standard output. */
export type Log = { readonly output: DestinationStream; readonly file: string | null }

/**
 * Whether log lines are wanted on the terminal: `--verbose`.
 *
 * @throws StartError for any other argument
 */
export function readArguments(args: readonly string[]): boolean {
  try {
    const { values } = parseArgs({ args: [...args], options: { verbose: { type: 'boolean' } }, strict: true })
    return values.verbose === true
  } catch {
    throw new StartError(
      `Unknown arguments: ${args.join(' ')}. There is --verbose, which shows log lines on the terminal; settings are environment variables.`,
    )
  }
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
