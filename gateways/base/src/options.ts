import { parseArgs } from 'node:util'

/** The options of every sandbox's command. */
export type Options = {
  readonly port: number
  /** Where the accounts' chance begins; null: where it always does. */
  readonly seed: number | null
  readonly logsRequests: boolean
}

export type ParsedOptions<O> =
  | { readonly kind: 'run'; readonly options: O }
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }

type Kind<Own extends string> = {
  readonly defaultPort: number
  readonly usage: string
  /** Further options, each a text. */
  readonly own: readonly Own[]
}

/** Reads the arguments of a command; `own` options are null where they are absent. */
export function readOptions<Own extends string>(
  args: readonly string[],
  { defaultPort, usage, own }: Kind<Own>,
): ParsedOptions<Options & Readonly<Record<Own, string | null>>> {
  const wrong = (message: string) => ({ kind: 'wrong' as const, message: `${message}\n\n${usage}` })
  let values: Readonly<Record<string, unknown>>
  try {
    values = parse(args, own)
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error))
  }
  if (values.help === true) return { kind: 'help' }
  const port = numberOf(values.port ?? `${defaultPort}`, 65_535)
  if (port === null) return wrong(`--port ${values.port} is no port; it is a number from 0 to 65535.`)
  const seed = values.seed === undefined ? null : numberOf(values.seed, 4_294_967_295)
  if (seed === null && values.seed !== undefined) {
    return wrong(`--seed ${values.seed} is no seed; it is a whole number from 0 to 4294967295.`)
  }
  if (values.log !== undefined && values.log !== 'requests') {
    return wrong(`--log ${values.log} is not known; there is --log requests.`)
  }
  const others = Object.fromEntries(own.map((name) => [name, values[name] ?? null]))
  // Each of the names has a text or null, as they are declared below.
  const given = others as Readonly<Record<Own, string | null>>
  return { kind: 'run', options: { ...given, port, seed, logsRequests: values.log === 'requests' } }
}

function parse(args: readonly string[], own: readonly string[]) {
  const texts = ['port', 'seed', 'log', ...own].map((name) => [name, { type: 'string' as const }])
  const options = { ...Object.fromEntries(texts), help: { type: 'boolean' as const, short: 'h' } }
  return parseArgs({ args: [...args], options, strict: true }).values
}

function numberOf(value: unknown, most: number): number | null {
  const number = /^\d{1,10}$/.test(`${value}`) ? Number(value) : Number.NaN
  return number <= most ? number : null
}
