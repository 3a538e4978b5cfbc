import { Refusal } from '@goodword/contract/frame/refusal'
import type { Clock } from '../../../engine/foundation/clock.ts'
import { TokenBuckets } from '../../../engine/foundation/token-bucket.ts'
import { clientNetwork } from '../../../engine/network/client-network.ts'

const DEFAULT_PER_MINUTE = 5
/** How many accounts one address may try at that rate. */
const ACCOUNTS_OF_ADDRESS = 4
const MAX_BUCKETS = 100_000

/**
 * Counts attempts to sign in, of one address to one account and of one address to any account. No bucket belongs to an
 * account alone, or anybody could lock its owner out by wrong passwords: see docs/design/limits.md.
 */
export function signInLimit(
  perMinute = DEFAULT_PER_MINUTE,
  stopwatch: Clock,
): (account: string | null, address: string) => void {
  const buckets = (burst: number) =>
    new TokenBuckets({ stopwatch, perSecond: burst / 60, burst, maxBuckets: MAX_BUCKETS })
  const ofAddress = buckets(perMinute * ACCOUNTS_OF_ADDRESS)
  const ofBoth = buckets(perMinute)

  return (account, address) => {
    const network = clientNetwork(address)
    // The narrower one first: an attempt that is refused takes nothing from the wider one.
    if (account !== null) takeToken(ofBoth, `${network} ${account.toLowerCase()}`)
    takeToken(ofAddress, network)
  }
}

function takeToken(buckets: TokenBuckets, key: string): void {
  if (buckets.take(key) >= 0) return
  throw new Refusal(
    'TOO_MANY_REQUESTS',
    'Too many attempts to sign in. Wait a minute, then try again. Sessions that exist are not affected.',
    null,
    60,
  )
}
