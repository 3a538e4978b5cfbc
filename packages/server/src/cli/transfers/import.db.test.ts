import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { endPrograms, makeEnvironment, startProgram } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const { env, drop } = await makeEnvironment()
const folder = temporaryFolder()
afterAll(drop)

async function fileOf(name: string, ...lines: readonly string[]): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, `${lines.join('\n')}\n`)
  return file
}

const { live } = JSON.parse((await runCommand(env, 'tenant', 'create', 'acme')).output)
const HEADER = 'accountId,id,email,firstName,lastName,referralCode'
const users = await fileOf(
  'users.csv',
  HEADER,
  'acct_ada,ada,ada@example.com,Ada,,ADA-10',
  'acct_bob,bob,no address,Bob,,BOB-10',
  'acct_eve,eve,,Eve,,ada-10',
)

test('the command checks a file, then imports it without a running service, prints the errors and notes who did it', async () => {
  const dry = await runCommand(env, 'import', 'acme', 'users', users, '--dry-run')
  expect(dry.code).toBe(0)
  const counts = { rows: 3, created: 1, updated: 0, unchanged: 0, rejected: 2, failure: null }
  const what = { alias: 'acme', kind: 'users', format: 'csv', mapping: null, state: 'DONE', ...counts }
  expect(JSON.parse(dry.output)).toMatchObject({ ...what, isDryRun: true, fileName: basename(users) })
  expect(dry.errors.trim().split('\n')).toEqual([
    expect.stringMatching(/^line 3, email: "email" must be an e-mail address/),
    expect.stringMatching(/^line 4, referralCode: /),
  ])

  const done = await runCommand(env, 'import', 'acme', 'users', users)
  expect({ code: done.code, errors: done.errors }).toEqual({ code: 0, errors: dry.errors })
  const answer = JSON.parse(done.output)
  expect(answer).toMatchObject({ ...what, isDryRun: false })
  const again = JSON.parse((await runCommand(env, 'import', 'acme', 'users', users)).output)
  expect(again).toMatchObject({ created: 0, unchanged: 1, rejected: 2 })

  const { entries } = JSON.parse((await runCommand(env, 'audit', 'list', 'acme')).output)
  const imports = entries.filter((it: { action: string }) => it.action === 'import.create')
  expect(imports).toHaveLength(3)
  expect(imports[1]).toMatchObject({
    actor: expect.stringMatching(/./),
    details: { importId: answer.id, kind: 'users', format: 'csv', mapping: null, isDryRun: false },
  })
})

test('the command imports the rows of another product, while the service runs as well', async () => {
  const file = await fileOf(
    'promoters.ndjson',
    '{"cust_id":"fp_1","email":"grace@example.com","default_ref_id":"grace","profile":{"first_name":"Grace"}}',
  )
  const service = startProgram('main.ts', env)
  try {
    const [, url = ''] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
    const { code, output, errors } = await runCommand(
      env,
      ...['import', 'acme', 'users', file, '--mapping', 'firstpromoter'],
    )
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(JSON.parse(output)).toMatchObject({ mapping: 'firstpromoter', format: 'ndjson', created: 1 })
    const authorization = `Basic ${Buffer.from(`${live.apiKey}:`).toString('base64')}`
    const stored = await fetch(`${url}/api/v1/acme/account/fp_1/user/fp_1`, { headers: { authorization } })
    expect(await stored.json()).toMatchObject({ referralCode: 'GRACE', firstName: 'Grace' })
  } finally {
    await endPrograms([service], 'SIGTERM')
  }
})

test('more errors than are printed are counted', async () => {
  const rows = Array.from({ length: 30 }, (_, row) => `,user_${row},,,,`)
  const { errors } = await runCommand(
    env,
    'import',
    'acme',
    'users',
    await fileOf('bad.csv', HEADER, ...rows),
  )
  const lines = errors.trim().split('\n')
  expect(lines).toHaveLength(21)
  expect(lines.at(-1)).toMatch(/^… and 10 more: GET imports\/[0-9a-f-]{36}\/errors$/)
})

test.each([
  [['acme', 'users'], '<file> is missing'],
  [['acme', 'people', users], '<kind> takes one of users, referrals, balances'],
  [['acme', 'users', users, '--mapping', 'excel'], '--mapping takes one of rewardful'],
  [['acme', 'users', join(folder, 'users.xlsx')], 'must end with .csv, .ndjson or .jsonl'],
  [['acme', 'balances', users, '--mapping', 'rewardful'], 'The mapping rewardful is for users and referrals'],
  [['unknown', 'users', users], 'There is no tenant "unknown"'],
  [['acme', 'users', join(folder, 'none.csv')], 'none.csv cannot be read (ENOENT)'],
  [['acme', 'users', join(folder, 'folder.csv')], 'folder.csv is not a file'],
  [['acme', 'referrals', users], 'The header has no column'],
])('%j is refused, and nothing is imported', async (args, text) => {
  await mkdir(join(folder, 'folder.csv'), { recursive: true })
  const before = JSON.parse((await runCommand(env, 'audit', 'list', 'acme')).output)
  const { code, output, errors } = await runCommand(env, 'import', ...args)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toContain(text)
  expect(errors.trim().split('\n').length).toBeLessThan(4)
  expect(JSON.parse((await runCommand(env, 'audit', 'list', 'acme')).output)).toEqual(before)
})
