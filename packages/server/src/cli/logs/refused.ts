import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { readConfig } from '../../config.ts'
import { type LoggedKind, loggedHash } from '../../engine/secrets/logged-hash.ts'
import { fileErrorCode } from '../../engine/secrets/private-file.ts'
import { OperatorError } from '../../frame/tenants/operator-error.ts'
import { knownSecretKeys } from '../../start/known-secret-keys.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import type { Terminal } from '../terminal.ts'

/** The newest are kept of more. */
const MAX_SHOWN = 1000

const shownFields = [
  'requestId',
  'method',
  'route',
  'status',
  'apiErrorCode',
  'param',
  'keyId',
  'clientNetwork',
]

export const refused: Command = {
  name: 'refused',
  parameters: '<alias> (--account <id> | --code <code>) [--log <file>]',
  summary:
    'Find the refused requests that named an account or a referral code, in log lines from a file or standard input.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias'], ['account', 'code', 'log'])
    const [alias = ''] = positionals
    const { account, code, log } = options
    if ((account === undefined) === (code === undefined)) {
      throw new UsageError('Name either --account or --code.')
    }
    const [kind, value] =
      account === undefined ? (['code', code ?? ''] as const) : (['account', account] as const)
    const keys = knownSecretKeys(readConfig(terminal.env()))
    // Lines from before a rotation have the hashes of the key of their time.
    const hashes = keys.map((it) => loggedHash(it)(alias, kind, value))
    let found = 0
    const requests: object[] = []
    for await (const line of linesOf(terminal, log)) {
      const request = hashes.map((it) => refusedLine(line, kind, it)).find((it) => it !== null)
      if (request === undefined) continue
      found += 1
      requests.push(request)
      if (requests.length > MAX_SHOWN) requests.shift()
    }
    return { answer: { alias, found, requests } }
  },
}

async function* linesOf(terminal: Terminal, file: string | undefined): AsyncGenerator<string> {
  const input = file === undefined ? terminal.input() : createReadStream(file)
  try {
    yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (cause) {
    throw new OperatorError(`${file ?? 'The input'} cannot be read (${fileErrorCode(cause)}).`, { cause })
  }
}

export type RefusedRequest = Readonly<Record<string, string | number | null>>

/** The refused request of a log line that names one of these; null for all other lines. */
export function refusedLine(line: string, kind: LoggedKind, hash: string): RefusedRequest | null {
  // Most lines are about others, and need not be parsed.
  if (!line.includes(hash)) return null
  const fields = objectIn(line)
  const named = fields[`${kind}Hashes`]
  if (!Array.isArray(named) || !named.includes(hash)) return null
  const shown = shownFields.map((name): [string, string | number | null] => [name, scalar(fields[name])])
  return { date: scalar(fields.time), ...Object.fromEntries(shown) }
}

/** The JSON of a line, which a supervisor may have put its own text in front of. */
function objectIn(line: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(line.slice(Math.max(0, line.indexOf('{'))))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // Not a line of ours, or cut.
    return {}
  }
}

function scalar(value: unknown): string | number | null {
  return typeof value === 'string' || typeof value === 'number' ? value : null
}
