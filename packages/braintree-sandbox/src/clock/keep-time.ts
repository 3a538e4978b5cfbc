import { type Gateway, nowOf } from '../gateway.ts'
import type { Merchant } from '../model/merchant.ts'
import { sendSoon } from '../webhooks/send-soon.ts'
import { begin, end } from './at-work.ts'
import { callBarrier } from './barrier.ts'
import { doWhatIsDue, nextDueAt } from './due-work.ts'

const LOOK_EVERY_MS = 1_000

/** Does what becomes due for every merchant whose clock runs, until the gateway closes. It keeps no program alive. */
export function keepTime(gateway: Gateway): void {
  const look = () => {
    for (const merchant of gateway.merchants.values()) {
      if (merchant.clock.runsSince === null) continue
      catchUp(gateway, merchant).catch((error) => gateway.log(`work was not done: ${error}`))
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  gateway.closing.addEventListener('abort', () => clearInterval(timer))
  // A gateway that was restored from a file may have notifications that were never sent.
  for (const merchant of gateway.merchants.values()) sendSoon(gateway, merchant)
}

const catchingUp = new WeakMap<Merchant, Promise<void>>()

/** Resolves when a running clock does nothing of its own any more; immediately if it does nothing now. */
export async function caughtUp(merchant: Merchant): Promise<void> {
  await catchingUp.get(merchant)?.catch(() => {})
}

/** Does what has become due on a clock that runs, without stopping it. */
export async function catchUp(gateway: Gateway, merchant: Merchant): Promise<void> {
  const now = nowOf(gateway, merchant)
  const due = nextDueAt(merchant)
  if (due === null || due > now || !begin(merchant)) return
  const work = doDue(gateway, merchant, now)
  catchingUp.set(merchant, work)
  await work
}

/** The clock was acquired, and is released at the end. */
async function doDue(gateway: Gateway, merchant: Merchant, now: number): Promise<void> {
  try {
    await doWhatIsDue(gateway, merchant, now)
    // Time that runs does not wait.
    const outcome = await callBarrier(gateway, merchant, { mostTries: 1 })
    if (outcome.kind !== 'passed' && !gateway.closing.aborted) gateway.log(outcome.message)
  } finally {
    end(merchant)
  }
}
