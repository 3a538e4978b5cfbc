import { once } from 'node:events'
import { readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { findRunningDatabase } from '@goodword/server/engine/embedded-database/start'
import { fileErrorCode } from '@goodword/server/engine/secrets/private-file'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { makeEnvironment } from '@goodword/server/testing/program'
import { untilRefused } from '@goodword/server/testing/requests/until-refused'
import { expect, test } from 'vitest'
import { createTenant, type Tenant, trialEnvironment } from '../laboratory/processes/goodword.ts'
import { servicesOfTests } from '../neighbours/route-requests.ts'
import { trialSize } from '../trial-size.ts'
import { createCaller } from './caller.ts'

const start = servicesOfTests()

test('I23: during a shutdown under load no request is reset, responses have Connection: close, and the database stops last', async () => {
  const { folder, remove } = await makeDataFolder('goodword-trial-')
  const env = { DATA_DIR: join(folder, 'data') }
  const { program, url } = await start(env)
  const [, location = ''] = await program.waitForOutput(/"dataDirectory":"([^"]+)"/)
  try {
    const tenant = await createTenant({ ...trialEnvironment, ...env }, 'leaving')
    const callers = Array.from({ length: trialSize(16, 64) }, (_, caller) =>
      writeUntilStopped(url, tenant, caller),
    )
    await Promise.all(callers.map((it) => it.hasBegun))
    await program.signal('SIGTERM')
    const ends = await Promise.all(callers.map((it) => it.end))
    expect(ends).toEqual(ends.map(() => 'asked to close'))
    expect(await program.ended).toMatchObject({ code: 0, errors: '' })
    expect(await findRunningDatabase({ dataDir: env.DATA_DIR })).toBeUndefined()
    const log = await readFile(join(location, 'server.log'), 'utf8')
    expect(log).toContain('database system is shut down')
  } finally {
    await program.endBy('SIGKILL')
    await rm(location, { recursive: true, force: true, maxRetries: 50 })
    await remove()
  }
})

test.each([
  ['is asked again', 'again' as const],
  ...trialSize<[string, 'patiently'][]>([], [['has waited long enough', 'patiently']]),
])('I23: a request that hangs does not hold the process once it %s', async (_, how) => {
  const { env, drop } = await makeEnvironment()
  const { program, url } = await start(env)
  const tenant = await createTenant({ ...trialEnvironment, ...env }, 'hanging')
  const socket = await beginWriting(url, tenant)
  const closed = once(socket, 'close')
  // An echo of the first signal, as a group of processes gets it, is no second one. Both wait for a process that is held,
  // so that they arrive together even if this process is delayed.
  for (const name of ['SIGSTOP', 'SIGTERM', 'SIGHUP', 'SIGCONT'] as const) await program.signal(name)
  await untilRefused(Number(new URL(url).port))
  expect(socket.destroyed).toBe(false)
  if (how === 'again') await program.signal('SIGINT')
  await closed
  expect(await program.ended).toMatchObject({ code: 0, errors: '' })
  await drop()
})

test('I23: a process that was asked to stop says that it is not ready before it takes no more connections', async () => {
  const { env, drop } = await makeEnvironment()
  const { program, url } = await start(env)
  const statusOf = async () => (await fetch(`${url}/readyz`)).status
  expect(await statusOf()).toBe(200)
  await program.signal('SIGTERM')
  while ((await statusOf()) === 200);
  const answer = await fetch(`${url}/readyz`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('connection')).toBe('close')
  expect(await answer.json()).toMatchObject({ apiErrorCode: 'SERVICE_UNAVAILABLE' })
  expect((await fetch(`${url}/livez`)).status).toBe(200)
  expect((await program.ended).code).toBe(0)
  await drop()
})

/** How a caller ended: by `Connection: close` or a refused connection; anything else is a failed request. */
type CallerEnd = 'asked to close' | 'refused' | `${number}` | `broken: ${string}`

type Writing = { readonly hasBegun: Promise<void>; readonly end: Promise<CallerEnd> }

/** Writes over one connection as fast as it is answered. */
function writeUntilStopped(url: string, tenant: Tenant, number: number): Writing {
  const begun = Promise.withResolvers<void>()
  const caller = createCaller(url, tenant)
  const writing = async (): Promise<CallerEnd> => {
    for (let index = 0; ; index += 1) {
      const body = { id: `a_${number}_${index}`, subscription: { status: 'PAID' } }
      const { status, endsConnection } = await caller.write('/accountsync', body)
      if (status !== 200) return `${status}`
      if (endsConnection) return 'asked to close'
      begun.resolve()
    }
  }
  const end = writing()
    .catch((error: unknown): CallerEnd => {
      return fileErrorCode(error) === 'ECONNREFUSED' ? 'refused' : `broken: ${error}`
    })
    .finally(() => {
      begun.resolve()
      caller.close()
    })
  return { hasBegun: begun.promise, end }
}

/** A write of which the service has read the head and waits for the body. */
async function beginWriting(url: string, { alias, apiKey }: Tenant) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const head = [
    `POST /api/v1/${alias}/accountsync HTTP/1.1`,
    'Host: a',
    `Authorization: Basic ${btoa(`${apiKey}:`)}`,
    'Content-Type: application/json',
    'Content-Length: 100',
    'Expect: 100-continue',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await once(socket, 'data')
  // The end that is to come may be a reset.
  socket.on('error', () => undefined)
  return socket
}
