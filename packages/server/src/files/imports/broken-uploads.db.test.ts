import { connect } from 'node:net'
import type { TenantId } from '@goodword/domain/values/ids'
import { expect, test, vi } from 'vitest'
import { listen } from '../../testing/requests/bare-connection.ts'
import { basic, startTestService } from '../../testing/test-service.ts'
import { PIECE_BYTES } from './reading/file-pieces.ts'
import { receiveImport } from './receive-import.ts'

const service = await startTestService()
const { app, ctx, live, owner } = service
const port = await listen(app)
const PATIENT = { timeout: 120_000, interval: 20 }

const HEADER = 'accountId,id\n'
/** Rows of more than three pieces. */
const ROWS = Array.from({ length: 50_000 }, (_, row) => `account_${row},user\n`).join('')

async function stored(): Promise<Readonly<Record<string, number>> | undefined> {
  const tables = ['import', 'import_upload', 'import_piece', 'import_error', 'import_claim', 'account']
  const counts = tables.map((it) => `(select count(*) from app.${it}) as ${it}`)
  const [row] = await owner.query<Record<string, number>>({ name: '', text: `select ${counts.join()}` }, [])
  return row
}

const nothing = {
  import: 0,
  import_upload: 0,
  import_piece: 0,
  import_error: 0,
  import_claim: 0,
  account: 0,
}

test('an upload whose connection is cut in the middle leaves nothing behind', async () => {
  const head = [
    `POST /api/v1/${live.alias}/imports?kind=users HTTP/1.1`,
    'Host: a',
    `Authorization: ${basic(`${live.apiKey}:`)}`,
    'Content-Type: text/csv',
    // More than is sent.
    'Content-Length: 100000000',
  ]
  const socket = connect(port, '127.0.0.1', () => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${HEADER}${ROWS}`)
  })
  socket.on('error', () => undefined)
  await vi.waitFor(
    async () => expect(await stored()).toMatchObject({ import_upload: 1, import_piece: 3 }),
    PATIENT,
  )
  socket.destroy()
  await vi.waitFor(async () => expect(await stored()).toEqual(nothing), PATIENT)
})

test('an upload that turns out to be too large in the middle is 413 and leaves nothing behind', async () => {
  let most = 0
  async function* file(): AsyncGenerator<Buffer> {
    yield Buffer.from(HEADER)
    for (let start = 0; start < ROWS.length; start += PIECE_BYTES) {
      yield Buffer.from(ROWS.slice(start, start + PIECE_BYTES))
      most = Math.max(most, (await stored())?.import_piece ?? 0)
    }
  }
  const request = { kind: 'users', format: 'csv', mapping: null, dateFormat: null, isDryRun: false } as const
  const receiving = receiveImport(ctx, live.alias as TenantId, request, file(), 3 * PIECE_BYTES)
  await expect(receiving).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
  // Pieces of it were stored by then.
  expect(most).toBeGreaterThan(0)
  expect(await stored()).toEqual(nothing)
})
