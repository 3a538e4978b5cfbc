import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { endPrograms, makeEnvironment, startProgram } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const { env, drop } = await makeEnvironment()
const program = startProgram('main.ts', env)
const folder = temporaryFolder()
afterAll(async () => {
  await endPrograms([program], 'SIGKILL')
  await drop()
})

test('refused requests are found in the log by the account or the code that they named, and others are not', async () => {
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  const { live } = JSON.parse((await runCommand(env, 'tenant', 'create', 'acme')).output)
  const send = async (path: string, body: object | null, key = live.apiKey) => {
    const response = await fetch(`${url}/api/v1/acme${path}`, {
      method: body === null ? 'GET' : 'POST',
      headers: { authorization: `Basic ${btoa(`${key}:`)}`, 'content-type': 'application/json' },
      ...(body === null ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, id: response.headers.get('x-request-id') ?? '' }
  }
  const unknownCode = await send('/accountsync', { id: 'ada-7', referral: { code: 'nocode99' } })
  const wrongType = await send('/user', { accountId: 'ada-7', id: 5 })
  const unknownAccount = await send('/account/ada-7', null)
  const wrongKey = await send('/account/ada-7', null, 'gw_live_wrong')
  const other = await send('/account/bob-8', null)
  const accepted = await send('/accountsync', { id: 'ada-7', subscription: { status: 'TRIAL' } })
  expect([unknownCode, wrongType, unknownAccount, wrongKey, other, accepted].map((it) => it.status)).toEqual([
    404, 400, 404, 401, 404, 200,
  ])
  await program.waitForOutput(new RegExp(accepted.id))
  program.child.kill('SIGTERM')
  const { output } = await program.ended
  expect(output).not.toContain('ada-7')
  expect(output).not.toMatch(/nocode99/i)
  const log = join(folder, 'goodword.log')
  await writeFile(log, output)

  const find = async (alias: string, ...args: string[]) =>
    JSON.parse((await runCommand(env, 'refused', alias, ...args, '--log', log)).output)
  const found = await find('acme', '--account', 'ada-7')
  expect(found.requests.map((it: { requestId: string }) => it.requestId).toSorted()).toEqual(
    [unknownCode, wrongType, unknownAccount, wrongKey].map((it) => it.id).toSorted(),
  )
  expect(found).toMatchObject({ alias: 'acme', found: 4 })
  expect(found.requests).toContainEqual(
    expect.objectContaining({
      requestId: unknownCode.id,
      status: 404,
      apiErrorCode: 'REFERRAL_CODE_NOT_FOUND',
    }),
  )
  expect(await find('acme', '--code', ' NoCode99 ')).toMatchObject({
    found: 1,
    requests: [{ requestId: unknownCode.id }],
  })
  for (const [alias, id] of [
    ['test_acme', 'ada-7'],
    ['acme', 'ADA-7'],
  ] as const) {
    expect(await find(alias, '--account', id)).toEqual({ alias, found: 0, requests: [] })
  }
  const elsewhere = { ...env, SECRET_KEY: '7'.repeat(64) }
  expect(
    (await runCommand(elsewhere, 'refused', 'acme', '--account', 'ada-7', '--log', log)).output,
  ).toContain('"found":0')
})

test('the command says what is missing', async () => {
  for (const [args, message] of [
    [['acme'], 'Name either --account or --code.'],
    [['acme', '--account', 'a', '--code', 'B'], 'Name either --account or --code.'],
    [['acme', '--account', 'a', '--log', join(folder, 'none')], 'cannot be read (ENOENT)'],
  ] as const) {
    const { code, errors } = await runCommand(env, 'refused', ...args)
    expect([code, errors.includes(message)]).toEqual([1, true])
  }
})
