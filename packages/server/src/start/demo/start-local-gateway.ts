import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SETUP_CHECK_ID } from '../../connectors/braintree/setup-check-id.ts'
import { type Reports, startChildProgram } from './child-program.ts'

/** A payment gateway on this machine, and the keys of the example shop's merchant there. */
export type LocalGateway = {
  /** `http://127.0.0.1:3001` */
  readonly url: string
  /** Where the merchant's data and clock are controlled: `http://127.0.0.1:3001/sandbox/merchants/larkfield`. */
  readonly control: string
  readonly merchantId: string
  readonly publicKey: string
  readonly privateKey: string
  /**
   * Sends the merchant's notifications to the service, a test notification first. Time moves on there only after the service
   * has followed at `clockUrl`.
   */
  readonly notify: (webhookUrl: string, clockUrl: string | null) => Promise<void>
  readonly close: () => Promise<void>
}

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

/**
 * Starts the local Braintree gateway with the example shop's merchant; customers, subscriptions and its clock are kept in the
 * data directory. Null if it is not installed or cannot start, with a notice of the reason.
 */
export async function startLocalGateway(
  port: number,
  dataDir: string,
  reports: Reports,
): Promise<LocalGateway | null> {
  if (!existsSync(PROGRAM) || !existsSync(FIXTURES)) return null
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
    ...reports,
    report: (text) => {
      const lines = text.split('\n').filter((line) => !line.includes(SETUP_CHECK_ID))
      if (lines.some((line) => line.trim() !== '')) reports.report(lines.join('\n'))
    },
  })
  if (gateway === null) return null
  const url = gateway.ready[1] ?? ''
  const control = `${url}/sandbox/merchants/${merchant.id}`
  return {
    url,
    control,
    merchantId: merchant.id,
    ...keys,
    async notify(webhookUrl, clockUrl) {
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

async function ask(
  method: string,
  address: string,
  body: object | null = null,
  alsoFine: readonly number[] = [],
): Promise<void> {
  const response = await fetch(address, {
    method,
    ...(body === null ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  if (response.ok || alsoFine.includes(response.status)) return
  throw new Error(`The local payment gateway answered ${response.status} to ${method} ${address}: ${text}`)
}
