import { type Scope, scopes } from '@goodword/domain/staff/scope'
import { isShortText } from '@goodword/domain/values/ids'
import { createApiKey } from '../../administration/keys/create-api-key.ts'
import { listKeys } from '../../administration/keys/list-keys.ts'
import { revokeApiKey } from '../../administration/keys/revoke-api-key.ts'
import { rollApiKey } from '../../administration/keys/roll-api-key.ts'
import { rollSigningKey } from '../../administration/keys/roll-signing-key.ts'
import { type Command, readArguments, UsageError } from '../command.ts'
import { inSession } from '../session.ts'

export const keyCreate: Command = {
  name: 'key create',
  parameters: '<alias> [--name <name>] [--scopes read,write,money,admin] [--expires <ms>]',
  summary: 'Create an API key for a tenant. It is shown only once; existing keys keep working.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias'], ['name', 'scopes', 'expires'])
    const [alias = ''] = positionals
    const request = {
      alias,
      ...(options.name === undefined ? {} : { name: nameOf(options.name) }),
      ...(options.scopes === undefined ? {} : { scopes: scopesOf(options.scopes) }),
      ...(options.expires === undefined ? {} : { expiresAt: timeOf(options.expires) }),
    }
    return { answer: await inSession(terminal, (ctx) => createApiKey(ctx, request)) }
  },
}

function scopesOf(text: string): readonly Scope[] {
  return text.split(',').map((word) => {
    const scope = scopes.find((each) => each === word.trim())
    if (scope === undefined) throw new UsageError(`--scopes takes ${scopes.join(', ')}, separated by commas.`)
    return scope
  })
}

function nameOf(text: string): string {
  if (!isShortText(text)) {
    throw new UsageError('--name takes 1 to 256 characters without control characters.')
  }
  return text
}

function timeOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new UsageError('--expires takes a time in milliseconds since the epoch, such as 1830000000000.')
  }
  return Number(text)
}

export const keyList: Command = {
  name: 'key list',
  parameters: '<alias>',
  summary:
    'List the IDs, scopes and dates of a tenant’s API keys. The keys themselves are shown only when created.',
  async run(args, terminal) {
    const [alias = ''] = readArguments(args, ['alias']).positionals
    return { answer: await inSession(terminal, (ctx) => listKeys(ctx, alias)) }
  },
}

export const keyRoll: Command = {
  name: 'key roll',
  parameters: '<keyId> [--overlap <hours>]',
  summary:
    'Replace an API key with a new one with the same scopes. The old key keeps working for 24 hours, or for --overlap.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['keyId'], ['overlap'])
    const [keyId = ''] = positionals
    const overlapMs = overlapMsOf(options.overlap)
    return { answer: await inSession(terminal, (ctx) => rollApiKey(ctx, keyId, overlapMs)) }
  },
}

export const keyRevoke: Command = {
  name: 'key revoke',
  parameters: '<keyId>',
  summary: 'Revoke an API key, within 5 seconds.',
  async run(args, terminal) {
    const [keyId = ''] = readArguments(args, ['keyId']).positionals
    return { answer: await inSession(terminal, (ctx) => revokeApiKey(ctx, keyId)) }
  },
}

export const signingKeyRoll: Command = {
  name: 'signing-key roll',
  parameters: '<alias> [--overlap <hours>]',
  summary:
    'Create a new signing key for a tenant. The old key stays valid for 24 hours, or for --overlap; older keys end immediately.',
  async run(args, terminal) {
    const { positionals, options } = readArguments(args, ['alias'], ['overlap'])
    const [alias = ''] = positionals
    const overlapMs = overlapMsOf(options.overlap)
    return { answer: await inSession(terminal, (ctx) => rollSigningKey(ctx, alias, overlapMs)) }
  },
}

const DEFAULT_HOURS = 24
const MAX_HOURS = 8760
const HOUR_MS = 3_600_000

/** Reads `--overlap <hours>`: how long a key that is replaced goes on, in milliseconds. */
function overlapMsOf(text: string | undefined): number {
  if (text === undefined) return DEFAULT_HOURS * HOUR_MS
  const hours = /^\d{1,4}$/.test(text) ? Number(text) : Number.POSITIVE_INFINITY
  if (hours <= MAX_HOURS) return hours * HOUR_MS
  throw new UsageError(`--overlap takes whole hours from 0 (at once) to ${MAX_HOURS}.`)
}
