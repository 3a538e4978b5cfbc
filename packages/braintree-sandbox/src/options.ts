import { parseArgs } from 'node:util'

/** The parsed arguments of the command. */
export type Options = {
  readonly port: number
  readonly fixtures: string | null
  readonly file: string | null
  /** Where the merchants' chance begins; null: where it always does. */
  readonly seed: number | null
  readonly logsRequests: boolean
}

export type ParsedOptions =
  | { readonly kind: 'run'; readonly options: Options }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }

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

const options = {
  port: { type: 'string' },
  fixtures: { type: 'string' },
  file: { type: 'string' },
  seed: { type: 'string' },
  log: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Reads the arguments of the command. */
export function readOptions(args: readonly string[]): ParsedOptions {
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  if (values.help === true) return { kind: 'help' }
  const port = numberOf(values.port ?? `${DEFAULT_PORT}`, 65_535)
  if (port === null) return wrong(`--port ${values.port} is no port; it is a number from 0 to 65535.`)
  const seed = values.seed === undefined ? null : numberOf(values.seed, 4_294_967_295)
  if (seed === null && values.seed !== undefined) {
    return wrong(`--seed ${values.seed} is no seed; it is a whole number from 0 to 4294967295.`)
  }
  if (values.log !== undefined && values.log !== 'requests') {
    return wrong(`--log ${values.log} is not known; there is --log requests.`)
  }
  return {
    kind: 'run',
    options: {
      port,
      seed,
      fixtures: values.fixtures ?? null,
      file: values.file ?? null,
      logsRequests: values.log === 'requests',
    },
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options, strict: true }).values
}

function numberOf(text: string, most: number): number | null {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
  return number <= most ? number : null
}

function wrong(message: string): ParsedOptions {
  return { kind: 'wrong', message: `${message}\n\n${usage}` }
}
