import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { expect, test } from 'vitest'

const folder = temporaryFolder()
const program = join(folder, 'program.ts')
writeFileSync(
  program,
  `import { laterBuilds } from '${resolve(import.meta.dirname, 'portal-build.ts')}'
const say = (level) => (...args) => console.log(level, JSON.stringify(args))
const build = laterBuilds({ info: say('info'), warn: say('warn') })
build?.begin('portal')
const timer = process.argv.includes('--wait') ? setInterval(() => undefined, 1000) : undefined
if (timer) await Promise.all([build?.portal, build?.docs])
clearInterval(timer)
build?.begin('docs')
console.log(build === null ? 'none' : 'done')
`,
)

function start(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) {
  const child = fork(program, args, { env, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const { stdout } = child
  if (stdout === null) throw new Error('the child process has no stdout')
  // Not `close`, which does not come after the channel was closed here.
  const exited = once(child, 'exit')
  const ended = text(stdout).then(async (output) => ({ code: (await exited)[0], output }))
  return { child, ended }
}

test.each([
  ['built', 'info ["portal is built"]\ninfo ["documentation is built"]\ndone\n'],
  [
    'It failed.',
    'warn [{"reason":"It failed."},"portal could not be built"]\nwarn [{"reason":"It failed."},"documentation could not be built"]\ndone\n',
  ],
])(
  'a process says which build may begin, and waits for builds that end with: %s',
  async (outcome, output) => {
    const { child, ended } = start(['--wait'], { GOODWORD_BUILT_LATER: 'portal,docs' })
    expect(await once(child, 'message')).toEqual([{ begin: 'portal' }, undefined])
    child.send({ portal: outcome })
    child.send({ docs: outcome })
    expect(await ended).toEqual({ code: 0, output })
  },
)

test('a build does not keep a process that stops, and ends with the program that makes it', async () => {
  expect(await start([], { GOODWORD_BUILT_LATER: 'portal,docs' }).ended).toEqual({
    code: 0,
    output: 'done\n',
  })
  const { child, ended } = start(['--wait'], { GOODWORD_BUILT_LATER: 'portal,docs' })
  await once(child, 'message')
  child.disconnect()
  expect(await ended).toEqual({ code: 0, output: 'done\n' })
})

test('a process that was started for itself has no build', async () => {
  expect(await start().ended).toEqual({ code: 0, output: 'none\n' })
})
