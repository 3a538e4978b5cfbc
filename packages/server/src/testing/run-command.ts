import { Readable } from 'node:stream'
import type { Ended } from '@goodword/testing/node-program'
import { runCommandLine } from '../cli/run-command-line.ts'

/** Runs a command of the operator's in this process, as `cli/main.ts` does in one of its own. */
export async function runCommand(
  env: Readonly<Record<string, string>>,
  ...args: readonly string[]
): Promise<Ended> {
  let output = ''
  let errors = ''
  const code = await runCommandLine(args, {
    env: () => env,
    log: (text) => {
      output += `${text}\n`
    },
    error: (text) => {
      errors += `${text}\n`
    },
    isOutputShown: false,
    input: () => Readable.from([]),
    readInput: async () => '',
    ask: null,
  })
  return { code, output, errors }
}
