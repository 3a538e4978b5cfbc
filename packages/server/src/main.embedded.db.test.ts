import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { makeDataFolder } from './testing/database/data-folder.ts'
import { type Program, startProgram } from './testing/program.ts'
import { runCommand } from './testing/run-command.ts'

const { folder: dataDir, remove } = await makeDataFolder('goodword-start-')
const env = { DATA_DIR: dataDir, PORT: '0' }
afterAll(remove)

async function start(): Promise<{ program: Program; url: string; demoKey: string }> {
  const program = startProgram('main.ts', env)
  const [, url = ''] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  const [, file = ''] = await program.waitForOutput(/"demoFile":"([^"]+)"/)
  const demoKey: string = JSON.parse(await readFile(file, 'utf8')).live.apiKey
  return { program, url, demoKey }
}

async function statusWith(url: string, apiKey: string): Promise<number> {
  const authorization = `Basic ${btoa(`${apiKey}:`)}`
  return (await fetch(`${url}/api/v1/demo/referrals`, { headers: { authorization } })).status
}

test('with nothing set, a start brings its own database and a demo, and so does the next one', async () => {
  const first = await start()
  expect(await statusWith(first.url, first.demoKey)).toBe(200)

  const second = startProgram('main.ts', env)
  const refused = await second.ended
  expect(refused.code).toBe(1)
  expect(refused.errors).toMatch(/^The database in .* is in use by process \d+\. .*\n$/)

  const whileRunning = await runCommand(env, 'key', 'create', 'demo')
  const { apiKey } = JSON.parse(whileRunning.output)
  expect(await statusWith(first.url, apiKey)).toBe(200)
  first.program.child.kill('SIGTERM')
  const ended = await first.program.ended
  expect(ended).toMatchObject({ code: 0, errors: '' })
  // The demo's keys are for the person at a terminal; a log is read by others.
  expect(ended.output).not.toMatch(/gw_(live|test|sign)_/)
  for (const line of ended.output.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow()

  const whileStopped = await runCommand(env, 'doctor')
  expect(whileStopped).toMatchObject({ code: 0, errors: '' })
  expect(JSON.parse(whileStopped.output)).toMatchObject({ ok: true })

  const again = await start()
  expect(again.demoKey).toBe(first.demoKey)
  expect(await statusWith(again.url, apiKey)).toBe(200)
})
