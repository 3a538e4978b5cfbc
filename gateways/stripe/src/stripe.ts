import { createHmac } from 'node:crypto'
import type { Delivery, Outgoing, Processor } from '@goodword/sandbox/model/world'
import { doWork, nextWorkAt } from './billing/due-work.ts'
import type { StripeAccount } from './model/account.ts'
import { stepsOfSchedules } from './resources/schedules/due-phases.ts'
import type { Gateway } from './work.ts'

/** The behavior of Stripe. An account has its own clock, and test clocks. */
export const stripe: Processor<StripeAccount> = {
  timed: (account, clockId) => {
    if (clockId === null) return account
    const clock = account.testClocks.get(clockId)
    if (clock === undefined) throw new Error(`test clock not found: ${clockId}`)
    return clock
  },
  nextDueAt: (account, clockId) => nextWorkAt(account, clockId, stepsOfSchedules),
  doWhatIsDue: (gateway, account, clockId, now) => doWork(gateway, account, clockId, now, stepsOfSchedules),
  outgoing: (gateway, account, delivery) => signed(gateway, account, delivery),
  resendsForHours: ({ settings }) => settings.resendsForHours,
}

/** Signed with the machine's time, as a listener compares it with its own. */
function signed(gateway: Gateway, account: StripeAccount, { destination, body }: Delivery): Outgoing {
  const endpoint = account.destinations.find(({ id }) => id === destination.id)
  const text = body.toString('utf8')
  const headers = { 'stripe-signature': sign(endpoint?.secret ?? '', text, gateway.machineNow()) }
  return { type: 'application/json; charset=utf-8', body: text, headers }
}

/** The header of a notification: when it was sent, and who did. */
function sign(secret: string, body: string, nowMs: number): string {
  const time = Math.floor(nowMs / 1000)
  const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${signature}`
}
