import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder } from '../../testing/database/data-folder.ts'
import { endPrograms, makeEmptyEnvironment, type Program, startProgram } from '../../testing/program.ts'
import { runCommand } from '../../testing/run-command.ts'

const { folder, remove } = await makeDataFolder('goodword-restore-')
const other = await makeEmptyEnvironment()
const running: Program[] = []
afterAll(async () => {
  await endPrograms(running, 'SIGTERM')
  await remove()
  await other.drop()
})

test('a backup is restored into another PostgreSQL, which then serves it and can be backed up', async () => {
  const env = { DATA_DIR: join(folder, 'data') }
  const { live } = JSON.parse((await runCommand(env, 'tenant', 'create', 'acme')).output)
  const file = join(folder, 'copy')
  expect(await runCommand(env, 'backup', file)).toMatchObject({ code: 0 })

  const secretKey = await readFile(join(env.DATA_DIR, 'secret-key'), 'utf8')
  const external = { ...other.env, SECRET_KEY: secretKey.trim(), DEMO: 'off' }
  const restored = await runCommand(external, 'restore', file)
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
