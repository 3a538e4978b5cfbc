import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'
import { timeOfStart } from '../../engine/embedded-database/process-identity.ts'
import { endChildLeftBehind, runChild } from './child-program.ts'

const kept = temporaryFolder()

function shell(script: string, report: (line: string) => void = () => undefined): Promise<string> {
  const program = { program: 'sh', args: ['-c', script], cwd: kept, env: process.env, user: null }
  return runChild(program, kept, report)
}

test('a program that ends at once has its output, and one that fails says why', async () => {
  const lines: string[] = []
  expect(await shell('echo done; echo progress >&2', (line) => lines.push(line))).toBe('done\n')
  expect(lines).toEqual(['  progress'])
  await expect(shell('echo why >&2; exit 3')).rejects.toThrow(/^why$/)
  await expect(shell('exit 3')).rejects.toThrow('sh -c exit 3 ended with 3.')
  await expect(shell('kill -9 $$')).rejects.toThrow('ended with SIGKILL')
  expect(existsSync(join(kept, 'child'))).toBe(false)
})

test('a program that is not on record never begins', async () => {
  const folder = temporaryFolder()
  const program = { program: 'sh', args: ['-c', 'echo > begun'], cwd: folder, env: process.env, user: null }
  await expect(runChild(program, join(folder, 'none'), () => undefined)).rejects.toThrow('ENOENT')
  expect(existsSync(join(folder, 'begun'))).toBe(false)
  await runChild(program, folder, () => undefined)
  expect(existsSync(join(folder, 'begun'))).toBe(true)
})

test('a program that an interrupted upgrade left behind is ended, and another one with its number is not', async () => {
  const child = spawn('sleep', ['600'])
  const pid = child.pid ?? 0
  writeFileSync(join(kept, 'child'), `${pid} 12345`)
  await endChildLeftBehind(kept, () => undefined)
  expect(await timeOfStart(pid)).not.toBe('')
  writeFileSync(join(kept, 'child'), `${pid} ${await timeOfStart(pid)}`)
  const ended = once(child, 'exit')
  await endChildLeftBehind(kept, () => undefined)
  expect(await ended).toEqual([null, 'SIGTERM'])
})
