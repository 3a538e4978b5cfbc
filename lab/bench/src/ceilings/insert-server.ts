import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'

/**
 * The bare web framework with one route, which inserts one row for each request and answers when it is durable: the cost of
 * a service that only stores its requests. A program of its own; its argument is the address of the database, its last word
 * the address that it listens on.
 */

const [address = '{}'] = process.argv.slice(2)
// As many connections as the service opens.
const pool = new pg.Pool({ ...JSON.parse(address), max: 8 })
await pool.query('drop table if exists public.bench_insert')
await pool.query(
  'create table public.bench_insert (id uuid primary key, body jsonb not null, created_at timestamptz not null)',
)

const app = fastify()
app.post('/', async (request, reply) => {
  await pool.query({
    name: 'insert',
    text: 'insert into public.bench_insert (id, body, created_at) values ($1, $2, $3)',
    values: [randomUUID(), JSON.stringify(request.body), new Date()],
  })
  return reply.send({ ok: true })
})
process.once('SIGTERM', () => process.exit(0))
console.log(`listening at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
