import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chosenPort } from '@goodword/server/start/free-port'
import { runGuide } from '@goodword/server/testing/guides/run-guide'
import { makeEnvironment, startProgram } from '@goodword/server/testing/program'
import { packPackages } from '@goodword/testing/packed-package'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, test } from 'vitest'
import { buildClient } from '../../client/build.ts'
import { buildCommandLine } from '../build.ts'

const guide = resolve(import.meta.dirname, '../../../docs/guides/reference/first-integration.md')

const made = await makeEnvironment()
const env = { ...made.env, RATE_LIMITS: 'off' }
const service = startProgram('main.ts', env)
const folder = temporaryFolder()
let address = ''

beforeAll(async () => {
  const [, url = ''] = await service.waitForOutput(/"baseUrl":"([^"]+)"/)
  address = url
})
afterAll(async () => {
  service.child.kill('SIGTERM')
  await service.ended
  await made.drop()
})

test('a developer integrates an Express server with the packed packages, sees a webhook, and reads by MCP why a referral did not convert', async () => {
  const place = join(folder, 'goodword')
  const dist = join(place, 'dist')
  await mkdir(dist, { recursive: true })
  await buildClient(join(folder, 'client'))
  await buildCommandLine(join(folder, 'cli'))
  packPackages([join(folder, 'client'), join(folder, 'cli')], dist)
  const receiver = `http://127.0.0.1:${await chosenPort(0, '127.0.0.1')}`
  const markdown = await readFile(guide, 'utf8')
  await runGuide(markdown, { folder: place, address, gateway: '', stripe: '', receiver, env })
})
