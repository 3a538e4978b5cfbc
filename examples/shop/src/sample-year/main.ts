import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@goodword/client'
import { gatewaySettings } from '../gateway-settings.ts'
import { openGateway } from '../open-gateway.ts'
import { type MoveClock, makeSampleYear } from './sample-year.ts'

/**
 * Fills a test program with a year of sample data by the API, as an integration would, and ends. Stops with the process that
 * started it. Writes each tenth of the year to standard output, as a percentage. `SAMPLE_YEAR_FILE` has the progress. With
 * `GATEWAY_CONTROL`, the address of the shop's merchant in the local payment gateway, and the settings of the shop for it, the
 * gateway's clock moves along, and cards are charged there.
 */
const { GOODWORD_URL, GOODWORD_TENANT, GOODWORD_API_KEY, GOODWORD_SIGNING_KEY } = process.env
const { SAMPLE_YEAR_FILE, GATEWAY_CONTROL } = process.env

/** A job of a service that was killed is run again when its lease ends, after a minute; the clock waits for it. */
const MAX_ATTEMPTS = 90
const RETRY_MS = 1000

process.once('disconnect', () => process.exit(0))
// The channel alone would keep this process alive.
process.channel?.unref()

try {
  if (!GOODWORD_URL || !GOODWORD_TENANT || !GOODWORD_API_KEY || !GOODWORD_SIGNING_KEY || !SAMPLE_YEAR_FILE) {
    throw new Error(
      'set GOODWORD_URL, GOODWORD_TENANT, GOODWORD_API_KEY, GOODWORD_SIGNING_KEY and SAMPLE_YEAR_FILE.',
    )
  }
  const client = createClient({
    baseUrl: GOODWORD_URL,
    tenantAlias: GOODWORD_TENANT,
    apiKey: GOODWORD_API_KEY,
  })
  const settings = gatewaySettings()
  const program = {
    url: GOODWORD_URL,
    tenant: GOODWORD_TENANT,
    signingKey: GOODWORD_SIGNING_KEY,
    client,
    gateway: settings === null ? null : openGateway(settings),
    codes: new Map<string, string>(),
  }
  const move = GATEWAY_CONTROL ? withGateway(GATEWAY_CONTROL) : (now: number) => moveForward(now)
  await makeSampleYear(program, move, SAMPLE_YEAR_FILE, (percent) => console.log(percent))

  async function moveForward(now: number): Promise<void> {
    const clock = await client.readTestClock()
    if (clock.now < now) await client.moveTestClock({ body: { now } })
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

/** The gateway's clock takes the program's clock along. */
function withGateway(control: string): MoveClock {
  return async (to) => {
    const clock = await fetch(`${control}/clock`)
    const { now } = (await clock.json()) as { readonly now: string }
    if (Date.parse(now) >= to) return
    const body = JSON.stringify({ to: new Date(to).toISOString() })
    for (let attempt = 1; ; attempt += 1) {
      const moved = await fetch(`${control}/clock/advance`, { method: 'POST', body })
      if (moved.ok) return
      const text = await moved.text()
      if (attempt === MAX_ATTEMPTS) throw new Error(`The clock of the payment gateway did not move: ${text}`)
      await pause(RETRY_MS)
    }
  }
}
