import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDatabase } from '../engine/driver/database.ts'
import { readTransport } from '../engine/schema/server-facts.ts'
import { quotedMessages } from '../testing/guides/quoted-messages.ts'
import { caFile, startTlsServer } from '../testing/tls/start-tls-server.ts'
import { explainFailure } from './explain-failure.ts'

let server: Awaited<ReturnType<typeof startTlsServer>>
beforeAll(async () => {
  server = await startTlsServer(inject('postgresqlPrograms'))
})
afterAll(() => server.stop())

test('a certificate of the CA in sslrootcert is verified, and the connection is encrypted', async () => {
  const address = addressOf('localhost', `sslmode=verify-full&sslrootcert=${caFile}`)
  expect(await transportOf(address)).toMatchObject({ isEncrypted: true })
})

test('a certificate of an unknown CA is refused, unless certificates are not verified', async () => {
  const fault = await faultOf(addressOf('localhost', 'sslmode=verify-full'))
  expect(fault).toContain('Add sslrootcert=')
  expect(quotedMessages).toContain(fault)
  expect(await transportOf(addressOf('localhost', 'sslmode=no-verify'))).toMatchObject({ isEncrypted: true })
})

test('a certificate for another host name is refused', async () => {
  const address = addressOf('127.0.0.1', `sslmode=verify-full&sslrootcert=${caFile}`)
  const fault = await faultOf(address)
  expect(fault).toContain('is for another host name')
  expect(quotedMessages).toContain(fault)
})

test('a connection that is not encrypted is refused by a server that requires encryption', async () => {
  const fault = await faultOf(addressOf('localhost', 'sslmode=disable'))
  expect(fault).toContain('Add sslmode=verify-full')
  expect(quotedMessages).toContain(fault)
})

function addressOf(host: string, parameters: string): string {
  return `postgresql://goodword@${host}:${server.port}/postgres?${parameters}`
}

async function transportOf(connectionString: string) {
  const db = openDatabase({ connectionString }, 'owner', 1)
  return readTransport(db).finally(() => db.close())
}

async function faultOf(connectionString: string): Promise<string | null> {
  return transportOf(connectionString).then(
    () => null,
    (error) => explainFailure(error),
  )
}
