import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../engine/driver/database.ts'
import { schemaVersion } from '../../engine/schema/migrate.ts'
import { baseline } from '../../engine/schema/migration-files.ts'
import { makeDataFolder } from '../../testing/database/data-folder.ts'
import { endPrograms, makeEmptyEnvironment, type Program, startProgram } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const { folder, remove } = await makeDataFolder('goodword-restore-')
const other = await makeEmptyEnvironment()
/** Backups that a test changes are not encrypted. */
const IN_CLEAR = { BACKUP_ENCRYPTION: 'off' }
const running: Program[] = []
afterAll(async () => {
  await endPrograms(running, 'SIGTERM')
  await remove()
  await other.drop()
})

test('a backup from before the baseline is restored into another PostgreSQL, which then serves it and can be backed up', async () => {
  const env = { DATA_DIR: join(folder, 'data'), ...IN_CLEAR }
  const { live } = JSON.parse((await runCommand(env, 'tenant', 'create', 'acme')).output)
  const file = join(folder, 'copy')
  expect(await runCommand(env, 'backup', file)).toMatchObject({ code: 0 })

  const secretKey = await readFile(join(env.DATA_DIR, 'secret-key'), 'utf8')
  const external = { ...other.env, SECRET_KEY: secretKey.trim(), DEMO: 'off' }
  // As the release before the baseline wrote it: the tables are the same.
  const before = join(folder, 'before')
  await withSchema(file, before, baseline.replaced)
  const restored = await runCommand(external, 'restore', before)
  expect(restored).toMatchObject({ code: 0 })
  expect(JSON.parse(restored.output)).toMatchObject({ rows: { tenant: 2 }, migrated: [], secretKey: 'right' })

  const program = startProgram('main.ts', external)
  running.push(program)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  const headers = { authorization: `Basic ${btoa(`${live.apiKey}:`)}` }
  expect((await fetch(`${url}/api/v1/acme/users`, { headers })).status).toBe(200)

  const again = await runCommand(external, 'backup', join(folder, 'external'))
  // The service has scheduled its own jobs meanwhile, and begun to count.
  const counted = { job: expect.any(Number), statistic_generation: expect.any(Number) }
  const rows = { ...JSON.parse(restored.output).rows, ...counted }
  expect(JSON.parse(again.output).rows).toEqual(rows)
})

test('a backup with an unknown schema is refused, and the database stays empty', async () => {
  const env = { DATA_DIR: join(folder, 'data'), ...IN_CLEAR }
  const file = join(folder, 'unknown')
  expect(await runCommand(env, 'backup', `${file}.known`)).toMatchObject({ code: 0 })
  await withSchema(`${file}.known`, file, '9999_later')
  const empty = await makeEmptyEnvironment()
  const { code, errors } = await runCommand(empty.env, 'restore', file)
  const asOwner = openDatabase({ connectionString: String(empty.env.DATABASE_URL) }, 'owner', 1)
  const version = await schemaVersion(asOwner)
  await asOwner.close()
  await empty.drop()
  expect({ code, version }).toEqual({ code: 1, version: null })
  expect(errors).toMatch(/^The backup was written by another release \(its schema 9999_later is unknown\)/)
})

/** Copies a backup with the name of another schema in its head. */
async function withSchema(file: string, copy: string, schema: string): Promise<void> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n')
  const [head = '', ...rest] = lines.slice(0, -1)
  const text = [JSON.stringify({ ...JSON.parse(head), schema }), ...rest].map((line) => `${line}\n`).join('')
  const sha256 = createHash('sha256').update(text).digest('hex')
  await writeFile(copy, gzipSync(`${text}${JSON.stringify({ sha256 })}\n`))
}
