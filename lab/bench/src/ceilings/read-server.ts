import fastify from 'fastify'
import pg from 'pg'

/**
 * The bare web framework with one route, which answers a row by its key: what reading costs without the service. A
 * program of its own; its arguments are the address of the database, the tenant and which select, its last word the
 * address that it listens on.
 */

const [address = '{}', tenantId = '', select = ''] = process.argv.slice(2)

const selects: Readonly<Record<string, { text: string; columns: readonly string[] }>> = {
  code: {
    text: `select code, account_id, user_id, created_at::text from referral_code where tenant_id = $1 and code = $2`,
    columns: ['code', 'account_id', 'user_id', 'created_at'],
  },
  account: {
    text: `select external_id, id, currency, created_at::text from account where tenant_id = $1 and external_id = $2`,
    columns: ['external_id', 'id', 'currency', 'created_at'],
  },
}

const chosen = selects[select]
if (chosen === undefined) throw new Error(`unknown select ${select}`)

// A few connections that each carry many questions at once are quicker than many with one.
const clients = Array.from(
  { length: 4 },
  () => new pg.Client({ ...JSON.parse(address), pipeline: true, options: '-c search_path=app' }),
)
await Promise.all(clients.map((client) => client.connect()))
let turn = 0

const app = fastify()
const row = {
  type: 'object',
  properties: Object.fromEntries(chosen.columns.map((column) => [column, { type: 'string' }])),
}
app.get<{ Params: { key: string } }>(
  '/:key',
  { schema: { response: { 200: row } } },
  async (request, reply) => {
    turn = (turn + 1) % clients.length
    const found = await clients[turn]?.query({
      name: 'row',
      text: chosen.text,
      values: [tenantId, request.params.key],
    })
    return found?.rows[0] ?? reply.code(404).send({})
  },
)
process.once('SIGTERM', () => process.exit(0))
console.log(`listening at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
