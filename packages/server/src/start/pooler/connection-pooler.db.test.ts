import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { quotedMessages } from '../../testing/guides/quoted-messages.ts'
import { makeEnvironment } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'
import { POOLER_BETWEEN } from './pooler-between.ts'

const { env, drop } = await makeEnvironment()
const server = new URL(env.DATABASE_URL ?? '')
const servers: Server[] = []
afterAll(async () => {
  for (const it of servers) it.close()
  await drop()
})

/** The address of the database through a program of this test. */
async function through(onStartup: (socket: Socket, message: Buffer) => void): Promise<string> {
  const between = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (message) => onStartup(socket, message))
  })
  servers.push(between)
  await once(between.listen(0, '127.0.0.1'), 'listening')
  const address = new URL(server.href.replace(server.host, '127.0.0.1'))
  // A server that listens on a port has an address of this kind.
  address.port = `${(between.address() as AddressInfo).port}`
  address.searchParams.delete('host')
  return address.href
}

/** The connection to the database itself. */
function toDatabase(): Socket {
  const folder = server.searchParams.get('host') ?? decodeURIComponent(server.hostname)
  const port = server.port === '' ? '5432' : server.port
  return folder.startsWith('/') ? connect(`${folder}/.s.PGSQL.${port}`) : connect(Number(port), folder)
}

/** The message with which a connection begins, without its `options`, as a pooler that ignores them passes it on. */
function withoutOptions(message: Buffer): Buffer {
  const texts = message.toString('latin1', 8).split('\0')
  const at = texts.indexOf('options')
  const rest = Buffer.from(texts.toSpliced(at, 2).join('\0'), 'latin1')
  const head = Buffer.from(message.subarray(0, 8))
  head.writeInt32BE(8 + rest.length, 0)
  return Buffer.concat([head, rest])
}

test('a pooler that refuses the settings of a session is named as the cause', async () => {
  // As PgBouncer 1.18 answers in its default configuration.
  const fields = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: options\0\0'
  const refusal = Buffer.alloc(5)
  refusal.write('E')
  refusal.writeInt32BE(4 + fields.length, 1)
  const address = await through((socket) => socket.end(Buffer.concat([refusal, Buffer.from(fields)])))
  const { code, errors } = await runCommand({ ...env, DATABASE_URL: address }, 'tenant', 'list')
  expect({ code, errors }).toEqual({ code: 1, errors: `The database cannot be used: ${POOLER_BETWEEN}\n` })
  expect(quotedMessages).toContain(errors.trim())
})

test('a pooler that drops the settings of a session is named as the cause, and nothing is migrated', async () => {
  const address = await through((socket, message) => {
    const database = toDatabase()
    database.write(withoutOptions(message))
    socket.pipe(database).pipe(socket)
    database.on('error', () => socket.destroy())
  })
  const behind = { ...env, DATABASE_URL: address }
  const { code, errors } = await runCommand(behind, 'migrate')
  expect({ code, errors }).toEqual({ code: 1, errors: `The database cannot be used: ${POOLER_BETWEEN}\n` })
  const { checks } = JSON.parse((await runCommand(behind, 'doctor')).output)
  expect(checks).toContainEqual({
    name: 'database',
    ok: false,
    message: `The database cannot be used: ${POOLER_BETWEEN}`,
  })
})
