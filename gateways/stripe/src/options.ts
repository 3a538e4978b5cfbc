import { readOptions as readAll } from '@goodword/sandbox/options'

const DEFAULT_PORT = 3002

export const usage = `A local Stripe.

  --port NUMBER      port on 127.0.0.1 and ::1; 0 for any free port (${DEFAULT_PORT})
  --seed NUMBER      where chance begins, which fault rules and delivery switches draw from (1)
  --log requests     tells every request, not only those that went wrong
  --help             this

When it is ready, one line of JSON with its address is written to standard output; all else goes to standard error. Any key
sk_test_… or rk_test_… has an account of its own. The page at that address shows what there is and moves time.
`

/** Reads the arguments of the command. */
export function readOptions(args: readonly string[]) {
  return readAll(args, { defaultPort: DEFAULT_PORT, usage, own: [] })
}
