import type { Account } from '../model/account.ts'
import { nowOf, type World } from '../model/world.ts'
import { sendSoon } from '../webhooks/send-soon.ts'
import { begin, end } from './at-work.ts'
import { callBarrier } from './barrier.ts'
import { doWhatIsDue, nextDueAt } from './due-work.ts'

const LOOK_EVERY_MS = 1_000

/** Does the due work of every account whose clock runs, until the sandbox closes. It keeps no program alive. */
export function keepTime<A extends Account>(world: World<A>): void {
  const look = () => {
    for (const account of world.accounts.values()) {
      if (account.clock.runsSince === null) continue
      catchUp(world, account).catch((error) => world.log(`work was not done: ${error}`))
    }
  }
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  world.closing.addEventListener('abort', () => clearInterval(timer))
  // A sandbox that was restored from a file may have notifications that were never sent.
  for (const account of world.accounts.values()) sendSoon(world, account)
}

const catchingUp = new WeakMap<Account, Promise<void>>()

/** Resolves when a running clock does nothing of its own any more; immediately if it does nothing now. */
export async function caughtUp(account: Account): Promise<void> {
  await catchingUp.get(account)?.catch(() => {})
}

/** Does the due work of a running clock, without stopping it. */
export async function catchUp<A extends Account>(world: World<A>, account: A): Promise<void> {
  const now = nowOf(world, account)
  const due = nextDueAt(world, account)
  if (due === null || due > now || !begin(account)) return
  const work = doDue(world, account, now)
  catchingUp.set(account, work)
  await work
}

/** The clock was acquired, and is released at the end. */
async function doDue<A extends Account>(world: World<A>, account: A, now: number): Promise<void> {
  try {
    await doWhatIsDue(world, account, null, now)
    // Time that runs does not wait.
    const outcome = await callBarrier(world, account, { mostTries: 1 })
    if (outcome.kind !== 'passed' && !world.closing.aborted) world.log(outcome.message)
  } finally {
    end(account)
  }
}
