import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { untilRefused } from '../requests/until-refused.ts'

/** Makes a folder, starts the service with its embedded database in it, and returns where both are. */
const run = (end: string) => `
  const { makeDataFolder } = await import('@goodword/server/testing/database/data-folder')
  const { startProgram } = await import('@goodword/server/testing/program')
  const { readPointer } = await import('@goodword/server/platform/embedded-database/pointer')
  const { folder, remove } = await makeDataFolder('goodword-data-folder-test-')
  const program = startProgram('main.ts', { DATA_DIR: folder, DEMO: 'off', PORT: '0' })
  const [, url] = await program.waitForOutput(/"baseUrl":"([^"]+)"/)
  await program.waitForOutput(/"msg":"service started"/)
  console.log(JSON.stringify({ url, paths: [folder, (await readPointer(folder)) ?? folder] }))
  ${end}`

const runs: ChildProcess[] = []
afterAll(() => {
  for (const it of runs) it.kill('SIGKILL')
})

/** Starts a run, and returns it once the service runs. */
async function startRun(end: string) {
  const args = ['--input-type=module', '--eval', run(end)]
  const child = spawn(process.execPath, args, {
    cwd: import.meta.dirname,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  runs.push(child)
  const [line] = await child.stdout.take(1).toArray()
  const { url, paths } = JSON.parse(String(line))
  for (const path of paths) expect(existsSync(path)).toBe(true)
  const left = (): readonly string[] => paths.filter((path: string) => existsSync(path))
  return { child, left, port: Number(new URL(url).port) }
}

test('a run that is killed leaves no service and no database behind', async () => {
  const { child, left, port } = await startRun('setInterval(() => undefined, 1000)')
  child.kill('SIGKILL')
  await untilRefused(port)
  await expect.poll(left).toEqual([])
})

test('a run that removes its folder leaves no service and no database behind, and can end', async () => {
  const { child, left, port } = await startRun('await remove()')
  const code = await new Promise((ended) => child.once('exit', ended))
  await untilRefused(port)
  expect({ code, left: left() }).toEqual({ code: 0, left: [] })
})
