import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Reports, startChildProgram } from './child-program.ts'
import { ask, type LocalGateway, withoutSetupChecks } from './local-gateway.ts'

const PROGRAM = fileURLToPath(new URL('../../../../braintree-sandbox/src/main.ts', import.meta.url))
const FIXTURES = fileURLToPath(new URL('../../../../../examples/shop/gateway-fixtures.json', import.meta.url))
/** The file in the data directory. */
const STATE_FILE = 'braintree-sandbox.state'

type Fixtures = {
  readonly merchants: readonly [
    {
      readonly id: string
      readonly keys: readonly [{ readonly publicKey: string; readonly privateKey: string }]
    },
  ]
}

export function isBraintreeInstalled(): boolean {
  return existsSync(PROGRAM) && existsSync(FIXTURES)
}

/**
 * Starts the local Braintree gateway with the example shop's merchant; customers, subscriptions and its clock are kept in the
 * data directory. Null if it cannot start, with a notice of the reason.
 */
export async function startLocalBraintree(
  port: number,
  dataDir: string,
  reports: Reports,
): Promise<LocalGateway | null> {
  const { merchants }: Fixtures = JSON.parse(await readFile(FIXTURES, 'utf8'))
  const [merchant] = merchants
  const [keys] = merchant.keys
  const gateway = await startChildProgram({
    program: PROGRAM,
    args: ['--port', `${port}`, '--fixtures', FIXTURES, '--file', join(dataDir, STATE_FILE)],
    env: {},
    ready: /"url":"([^"]+)"/,
    name: 'payment gateway',
    portSetting: 'SANDBOX_PORT',
    ...withoutSetupChecks(reports),
  })
  if (gateway === null) return null
  const url = gateway.ready[1] ?? ''
  const control = `${url}/sandbox/merchants/${merchant.id}`
  return {
    url,
    control,
    credentials: { processor: 'braintree', environment: url, merchantId: merchant.id, ...keys },
    shopSettings: {
      BRAINTREE_URL: url,
      BRAINTREE_MERCHANT_ID: merchant.id,
      BRAINTREE_PUBLIC_KEY: keys.publicKey,
      BRAINTREE_PRIVATE_KEY: keys.privateKey,
    },
    isKept: true,
    testCard: '4111 1111 1111 1111',
    async follow({ webhookUrl, clockUrl }) {
      // There since an earlier start, perhaps with another address.
      await ask('DELETE', `${control}/destinations/${DESTINATION}`, null, [404])
      await ask('POST', `${control}/destinations`, { id: DESTINATION, url: webhookUrl })
      await ask('PUT', `${control}/barrier`, { url: clockUrl })
      await ask('POST', `${control}/destinations/${DESTINATION}/check`)
    },
    close: gateway.close,
  }
}

const DESTINATION = 'goodword'
