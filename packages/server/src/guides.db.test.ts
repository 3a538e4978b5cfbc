import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chosenPort } from './start/free-port.ts'
import { blocksOf } from './testing/guides/guide-blocks.ts'
import { fileNameOf, furnish, requireCurl, root, runGuide } from './testing/guides/run-guide.ts'
import { typeErrors } from './testing/guides/type-errors.ts'
import { startNameServer } from './testing/name-server.ts'
import { type LocalSandbox, startLocalSandbox } from './testing/processor/local-sandbox.ts'
import { makeEnvironment, startProgram } from './testing/program.ts'

const guides = resolve(root, 'docs/guides')
const names = (await readdir(guides, { recursive: true })).filter((it) => it.endsWith('.md'))
const read = (name: string) => readFile(join(guides, name), 'utf8')

const made = await makeEnvironment()
const nameServer = await startNameServer()
const env = { ...made.env, ALLOW_LOCAL_TARGETS: 'on', NAME_SERVERS: nameServer.address }
const folder = temporaryFolder()
const service = startProgram('main.ts', { ...env, RATE_LIMITS: 'off' })
let address = ''
let gateway: LocalSandbox
let stripe: LocalSandbox

beforeAll(async () => {
  await requireCurl()
  const [, url = ''] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
  address = url
  gateway = await startLocalSandbox('braintree')
  stripe = await startLocalSandbox('stripe')
})

afterAll(async () => {
  service.child.kill('SIGTERM')
  const { output } = await service.ended
  await gateway.close()
  await stripe.close()
  await nameServer.close()
  await made.drop()
  expect(output, 'nothing that the guides do is a defect').not.toMatch(/^.*"level":50.*$/m)
})

/** It installs packages that are made for it: first-integration.db.test.ts of the command line runs it. */
const runElsewhere = ['reference/first-integration.md']

test.concurrent.each(names.filter((it) => !runElsewhere.includes(it)))(
  'the guide %s describes what happens',
  async (name) => {
    const place = join(folder, basename(name))
    await mkdir(place)
    await runGuide(await read(name), {
      folder: place,
      address,
      gateway: gateway.url,
      stripe: stripe.url,
      receiver: `http://127.0.0.1:${await chosenPort(0, '127.0.0.1')}`,
      env,
    })
  },
)

test.concurrent('the TypeScript of the guides type-checks', async () => {
  const place = join(folder, 'types')
  await mkdir(place)
  await furnish(place)
  for (const name of names) {
    const files = join(place, basename(name))
    await mkdir(files)
    for (const block of blocksOf(await read(name)).filter((it) => it.language === 'ts')) {
      await writeFile(join(files, fileNameOf(block)), block.text)
    }
  }
  expect(await typeErrors(place)).toBe('')
})
