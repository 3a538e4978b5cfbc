import type { DBAdapter, DBAdapterInstance, Where } from '@better-auth/core/db/adapter'
import { tokenHash } from './one-time-token.ts'

type Model = { readonly model: string }
type Query = Model & { readonly where?: Where[] | undefined }
type Stored = Record<string, unknown>

/** The stored hash of a session's token: a reader of the table cannot use it. */
export function storedToken(token: string): string {
  return tokenHash(token).toString('hex')
}

/**
 * The adapter with which the authentication library stores sessions under the hashes of their tokens. The library gets the token
 * itself back from what it asks by one, because it sets the cookie from there.
 */
export function withHashedSessions(makeAdapter: DBAdapterInstance): DBAdapterInstance {
  return (options) => {
    const adapter = makeAdapter(options)
    return {
      ...hashing(adapter),
      transaction: (work) => adapter.transaction((inner) => work(hashing(inner))),
    }
  }
}

function hashing<Adapter extends Omit<DBAdapter, 'transaction'>>(adapter: Adapter): Adapter {
  return {
    ...adapter,
    create: async (input: Model & { data: Stored }) => {
      const { token } = input.data
      if (!isOfSession(input) || typeof token !== 'string') return adapter.create(input)
      const row = await adapter.create({ ...input, data: { ...input.data, token: storedToken(token) } })
      return { ...row, token }
    },
    findOne: async (input: Query & { where: Where[] }) =>
      withToken(input, await adapter.findOne(byHash(input))),
    findMany: (input: Query) => adapter.findMany(byHash(input)),
    count: (input: Query) => adapter.count(byHash(input)),
    update: async (input: Query & { where: Where[]; update: Stored }) =>
      withToken(input, await adapter.update(byHash(input))),
    updateMany: (input: Query & { where: Where[]; update: Stored }) => adapter.updateMany(byHash(input)),
    delete: (input: Query & { where: Where[] }) => adapter.delete(byHash(input)),
    deleteMany: (input: Query & { where: Where[] }) => adapter.deleteMany(byHash(input)),
    consumeOne: async (input: Query & { where: Where[] }) =>
      withToken(input, await adapter.consumeOne(byHash(input))),
  }
}

function isOfSession({ model }: Model): boolean {
  return model === 'session'
}

/** The query by the hashes of the tokens that it names. */
function byHash<Input extends Query>(input: Input): Input {
  if (!isOfSession(input) || input.where === undefined) return input
  const where = input.where.map((it) => (it.field === 'token' ? { ...it, value: hashesOf(it.value) } : it))
  return { ...input, where }
}

function hashesOf(value: Where['value']): Where['value'] {
  if (typeof value === 'string') return storedToken(value)
  if (Array.isArray(value)) return value.map((it) => storedToken(String(it)))
  throw new Error('a session was requested by a value that is not a token')
}

/** A row that was asked for by its token, with that token instead of the hash. */
function withToken<Row>({ model, where = [] }: Query, row: Row): Row {
  const token = where.find((it) => it.field === 'token')?.value
  if (!isOfSession({ model }) || row === null || typeof token !== 'string') return row
  return { ...row, token }
}
