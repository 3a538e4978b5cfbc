import { mkdir, readdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { temporaryFolder } from '@goodword/testing/temporary-folder'
import { afterAll, beforeAll, expect } from 'vitest'
import { chosenPort } from '../../start/free-port.ts'
import { startNameServer } from '../name-server.ts'
import { type LocalSandbox, startLocalSandbox } from '../processor/local-sandbox.ts'
import { makeEnvironment, startProgram } from '../program.ts'
import { type GuideRun, requireCurl, root, runGuide } from './run-guide.ts'

const guides = resolve(root, 'docs/guides')

export const guideNames = (await readdir(guides, { recursive: true })).filter((it) => it.endsWith('.md'))
export const readGuide = (name: string) => readFile(join(guides, name), 'utf8')

/** A service with the local gateways, for the tests of a file that run guides; returns how one is run. */
export async function guideService() {
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

  return async (name: string, options: Pick<GuideRun, 'otherCommand'> = {}): Promise<void> => {
    const place = join(folder, basename(name))
    await mkdir(place)
    await runGuide(await readGuide(name), {
      folder: place,
      address,
      gateway: gateway.url,
      stripe: stripe.url,
      receiver: `http://127.0.0.1:${await chosenPort(0, '127.0.0.1')}`,
      env,
      ...options,
    })
  }
}
