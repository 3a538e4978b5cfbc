#!/usr/bin/env node
import { failCommand, runCommand } from '@goodword/sandbox/command'
import { readOptions, usage } from './options.ts'
import { startSandbox } from './start.ts'

/** The command. Standard output has one line with the address. */
const requested = readOptions(process.argv.slice(2))
if (requested.kind === 'help') process.stdout.write(usage)
else if (requested.kind === 'wrong') failCommand(requested.message)
else {
  const { port, seed, logsRequests } = requested.options
  const log = (line: string) => process.stderr.write(`${line}\n`)
  await runCommand({ port, start: () => startSandbox({ port, log, logsRequests, seed: seed ?? 1 }) })
}
