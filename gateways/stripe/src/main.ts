#!/usr/bin/env node
import { failCommand, runCommand } from '@goodword/sandbox/command'
import { readOptions as readAll } from '@goodword/sandbox/options'
import { startSandbox } from './start.ts'

const DEFAULT_PORT = 3002

const usage = `A local Stripe.

  --port NUMBER      port on 127.0.0.1 and ::1; 0 for any free port (${DEFAULT_PORT})
  --seed NUMBER      where chance begins, which fault rules and delivery switches draw from (1)
  --log requests     tells every request, not only those that went wrong
  --help             this

When it is ready, one line of JSON with its address is written to standard output; all else goes to standard error. Any key
sk_test_… or rk_test_… has an account of its own. The page at that address shows what there is and moves time.
`

/** Reads the arguments of the command. */
function readOptions(args: readonly string[]) {
  return readAll(args, { defaultPort: DEFAULT_PORT, usage, own: [] })
}

/** The command. Standard output has one line with the address. */
const requested = readOptions(process.argv.slice(2))
if (requested.kind === 'help') process.stdout.write(usage)
else if (requested.kind === 'wrong') failCommand(requested.message)
else {
  const { port, seed, logsRequests } = requested.options
  const log = (line: string) => process.stderr.write(`${line}\n`)
  await runCommand({ port, start: () => startSandbox({ port, log, logsRequests, seed: seed ?? 1 }) })
}
