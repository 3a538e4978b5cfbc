import { resolve } from 'node:path'
import { startNode } from '@goodword/testing/node-program'
import { afterAll } from 'vitest'
import { createProgram, goodwordUrl, type Tenant } from './goodword.ts'

const PROGRAM = resolve(import.meta.dirname, '../../../examples/shop/src/main.ts')

/** The example shop with a program of its own, whose share links lead to it; for the tests of a file. */
export async function openExampleShop(): Promise<{ readonly url: string; readonly tenant: Tenant }> {
  const { live: tenant } = await createProgram()
  const program = startNode([PROGRAM], {
    env: {
      PORT: '0',
      GOODWORD_URL: goodwordUrl(),
      GOODWORD_TENANT: tenant.alias,
      GOODWORD_API_KEY: tenant.apiKey,
      GOODWORD_SIGNING_KEY: tenant.signingKey,
    },
  })
  afterAll(async () => {
    program.child.kill('SIGTERM')
    await program.ended
  })
  const [, url = ''] = await program.waitForOutput(/running at (\S+)/)
  await tenant.program({ landingPage: `${url}/`, showReferrerName: true })
  return { url, tenant }
}
