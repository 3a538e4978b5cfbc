import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { readEnvironmentFile } from '../start/environment-file.ts'
import { reportCrashes } from '../start/report-failure.ts'
import { runCommandLine } from './run-command-line.ts'
import type { Terminal } from './terminal.ts'

/** The terminal of this process. */
const processTerminal: Terminal = {
  env: () => {
    readEnvironmentFile()
    return process.env
  },
  log: console.log,
  error: console.error,
  isOutputShown: process.stdout.isTTY,
  input: () => process.stdin,
  readInput: () => text(process.stdin),
  // Standard input is opened by the commands that need it only.
  get ask() {
    return process.stdin.isTTY ? ask : null
  },
}

/** The question goes to standard error, because standard output has the result. */
async function ask(question: string): Promise<string> {
  const dialog = createInterface({ input: process.stdin, output: process.stderr })
  return await dialog.question(question).finally(() => dialog.close())
}

reportCrashes()
process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal)
