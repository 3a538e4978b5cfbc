import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endCommand, startCommand } from '@goodword/sandbox/testing/run-command'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, expect, test } from 'vitest'
import { notificationKinds } from './model/webhook.ts'
import { readmeBlocks } from './testing/readme-blocks.ts'

const folder = temporaryFolder()
const here = import.meta.dirname
symlinkSync(join(here, '../../../node_modules'), join(folder, 'node_modules'))
const running = await startCommand(join(here, 'main.ts'), [])
afterAll(() => endCommand(running))

test('what the README says of Node makes a subscription', () => {
  const [block = ''] = readmeBlocks('js', running.port)
  expect(block.trim().split('\n')).toHaveLength(5)
  writeFileSync(join(folder, 'first.mjs'), `${block}\nconsole.log(subscription.id, subscription.status)`)
  const output = execFileSync(process.execPath, ['first.mjs'], { cwd: folder, encoding: 'utf8' })
  expect(output).toBe('first Active\n')
})

test('each curl command of the README is answered, and none with an error', () => {
  const commands = readmeBlocks('sh', running.port).flatMap((block) => block.trim().split('\n'))
  expect(commands.length).toBeGreaterThan(15)
  for (const command of commands) {
    const answer = execFileSync('bash', ['-c', command], { encoding: 'utf8' })
    expect(JSON.parse(answer), command).not.toHaveProperty('error')
  }
})

test('the README lists each kind of notification', () => {
  const readme = readFileSync(join(here, '../README.md'), 'utf8')
  const listed = Array.from(
    readme.matchAll(/^\| `((?:subscription|dispute)_\w+|check)` \|/gm),
    ([, kind]) => kind,
  )
  expect(listed.toSorted()).toEqual(notificationKinds.toSorted())
})
