import { readOptions as readAll } from '@goodword/sandbox/options'

const DEFAULT_PORT = 3001

export const usage = `A local Braintree gateway.

  --port NUMBER      port on 127.0.0.1 and ::1; 0 for any free port (${DEFAULT_PORT})
  --fixtures FILE    merchants with their keys, plans, customers, subscriptions … as JSON
  --file FILE        keeps the state in a file: read at startup if it exists, appended to with each change
  --seed NUMBER      where chance begins, which fault rules and delivery switches draw from (1)
  --log requests     tells every request, not only those that went wrong
  --help             this

When the gateway is ready, one line of JSON with its address is written to standard output; all else goes to standard
error. The page at that address shows what there is and moves time.
`

const own = ['fixtures', 'file'] as const

/** The parsed arguments of the command. */
export type Options = Extract<ReturnType<typeof readOptions>, { kind: 'run' }>['options']

/** Reads the arguments of the command. */
export function readOptions(args: readonly string[]) {
  return readAll(args, { defaultPort: DEFAULT_PORT, usage, own })
}
