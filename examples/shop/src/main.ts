import { createShop } from './shop.ts'

/** Starts the shop with the settings of its environment, and stops with its parent process. */
const { PORT = '4100', GOODWORD_URL, GOODWORD_TENANT, GOODWORD_API_KEY, GOODWORD_SIGNING_KEY } = process.env
if (!GOODWORD_URL || !GOODWORD_TENANT || !GOODWORD_API_KEY || !GOODWORD_SIGNING_KEY) {
  console.error('The shop requires GOODWORD_URL, GOODWORD_TENANT, GOODWORD_API_KEY and GOODWORD_SIGNING_KEY.')
  process.exit(1)
}
const { BRAINTREE_URL, BRAINTREE_MERCHANT_ID, BRAINTREE_PUBLIC_KEY, BRAINTREE_PRIVATE_KEY } = process.env
const gateway =
  BRAINTREE_URL && BRAINTREE_MERCHANT_ID && BRAINTREE_PUBLIC_KEY && BRAINTREE_PRIVATE_KEY
    ? {
        url: BRAINTREE_URL,
        merchantId: BRAINTREE_MERCHANT_ID,
        publicKey: BRAINTREE_PUBLIC_KEY,
        privateKey: BRAINTREE_PRIVATE_KEY,
      }
    : null
const shop = await createShop(
  { url: GOODWORD_URL, tenant: GOODWORD_TENANT, apiKey: GOODWORD_API_KEY, signingKey: GOODWORD_SIGNING_KEY },
  gateway,
  console.error,
)
try {
  console.log(`The shop is running at ${await shop.listen({ port: Number(PORT), host: '127.0.0.1' })}`)
} catch (error) {
  console.error(`The shop could not start: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close())
// Goodword's own start opens it with a channel between the two; the shop ends when that breaks.
process.once('disconnect', () => void close())

async function close(): Promise<void> {
  await shop.close()
  process.exit(0)
}
