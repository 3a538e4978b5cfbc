import { openCustomers } from './customers.ts'
import { gatewaySettings } from './gateway-settings.ts'
import { startOwnShop } from './own-shop.ts'
import { createShop } from './shop.ts'

/**
 * Starts the shop with the settings of its environment, or without any as a shop that asks for them in its first page. Stops
 * with its parent process.
 */
const { PORT, CUSTOMERS_FILE, GOODWORD_URL, GOODWORD_TENANT, GOODWORD_API_KEY, GOODWORD_SIGNING_KEY } =
  process.env

try {
  const { url, close } = await start()
  console.log(`The shop is running at ${url}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(close))
  // Goodword's own start opens it with a channel between the two; the shop ends when that breaks.
  process.once('disconnect', () => void end(close))
} catch (error) {
  console.error(`The shop could not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}

async function start() {
  const settings = [GOODWORD_URL, GOODWORD_TENANT, GOODWORD_API_KEY, GOODWORD_SIGNING_KEY]
  // The port of the demo's shop is another.
  if (settings.every((it) => !it)) return startOwnShop(Number(PORT ?? '4200'), console.error)
  if (!GOODWORD_URL || !GOODWORD_TENANT || !GOODWORD_API_KEY || !GOODWORD_SIGNING_KEY) {
    throw new Error(
      'set GOODWORD_URL, GOODWORD_TENANT, GOODWORD_API_KEY and GOODWORD_SIGNING_KEY, or none of them.',
    )
  }
  const goodword = {
    url: GOODWORD_URL,
    tenant: GOODWORD_TENANT,
    apiKey: GOODWORD_API_KEY,
    signingKey: GOODWORD_SIGNING_KEY,
  }
  const customers = await openCustomers(CUSTOMERS_FILE || null)
  const shop = await createShop(goodword, gatewaySettings(), console.error, customers)
  return {
    url: await shop.listen({ port: Number(PORT ?? '4100'), host: '127.0.0.1' }),
    close: () => shop.close(),
  }
}

async function end(close: () => Promise<void>): Promise<void> {
  await close()
  process.exit(0)
}
