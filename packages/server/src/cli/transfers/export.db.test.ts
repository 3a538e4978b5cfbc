import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../engine/driver/database.ts'
import { fillUsers } from '../../testing/database/many-users.ts'
import { makeEnvironment } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const { env, drop } = await makeEnvironment()
const owner = openDatabase({ connectionString: env.DATABASE_URL ?? '' }, 'owner', 1)
const folder = temporaryFolder()
afterAll(async () => {
  await owner.close()
  await drop()
})

test('the command writes the records of a tenant to a file that only this user can read, and notes it', async () => {
  await runCommand(env, 'tenant', 'create', 'acme')
  const { tenants } = JSON.parse((await runCommand(env, 'tenant', 'list')).output)
  const { alias } = tenants.find((it: { alias: string }) => it.alias === 'acme')
  await fillUsers(owner, alias, 2500)
  const file = join(folder, 'users.csv')
  const { code, output, errors } = await runCommand(env, 'export', 'acme', 'users', file)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  const content = await readFile(file)
  const selection = { kind: 'users', format: 'csv', from: null, to: null }
  const written = { rows: 2500, bytes: content.length }
  expect(JSON.parse(output)).toEqual({ alias: 'acme', ...selection, file, ...written })
  expect(content.toString().split('\r\n')).toHaveLength(2502)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['users.csv'])
  const { entries } = JSON.parse((await runCommand(env, 'audit', 'list', 'acme')).output)
  expect(entries[0]).toMatchObject({ action: 'export.write', details: { ...selection, ...written } })
})

test('the command writes NDJSON of a range', async () => {
  const file = join(folder, 'none.ndjson')
  const options = ['--format', 'ndjson', '--from', '1', '--to', '2']
  const { output } = await runCommand(env, 'export', 'acme', 'users', file, ...options)
  expect(JSON.parse(output)).toMatchObject({ format: 'ndjson', from: 1, to: 2, rows: 0, bytes: 0 })
  expect(await readFile(file, 'utf8')).toBe('')
})

test.each([
  [['acme', 'users'], '<file> is missing'],
  [['acme', 'people', 'x.csv'], '<kind> takes one of users, referrals'],
  [['acme', 'users', 'x.csv', '--format', 'xml'], '--format takes one of csv, ndjson'],
  [['acme', 'users', 'x.csv', '--from', 'yesterday'], '--from takes a time in milliseconds'],
  [['acme', 'users', 'x.csv', '--to', '999999999999999'], '--to takes a time in milliseconds'],
  [['unknown', 'users', join(folder, 'x.csv')], 'There is no tenant "unknown"'],
  [['acme', 'users', join(folder, 'no', 'x.csv')], 'its folder does not exist'],
])('%j is refused', async (args, text) => {
  const { code, output, errors } = await runCommand(env, 'export', ...args)
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toContain(text)
})

test('the command leaves alone a file that is there', async () => {
  const file = join(folder, 'mine.csv')
  await writeFile(file, 'mine')
  const { code, errors } = await runCommand(env, 'export', 'acme', 'users', file)
  expect(code).toBe(1)
  expect(errors).toContain('there is such a file already')
  expect(await readFile(file, 'utf8')).toBe('mine')
})
