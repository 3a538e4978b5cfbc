import { Refusal } from '@goodword/contract/frame/refusal'
import { readConnection } from '../../../billing/connections/read-connection.ts'
import type { Context } from '../../../frame/context.ts'
import { listTenants } from '../../../frame/rows/tenants.ts'
import type { Check } from '../check.ts'

const MAX_NAMED = 5

/** Looks at the connections of enabled tenants to their payment processors; does not call the processors. */
export async function checkConnections(ctx: Context): Promise<Check> {
  const name = 'payment processors'
  const broken: string[] = []
  const incomplete: string[] = []
  const usedUp: string[] = []
  let count = 0
  for (const { alias } of (await listTenants(ctx.db)).filter((it) => it.enabled)) {
    const connection = await readConnection(ctx, alias).catch(nullIfNotConnected)
    if (connection === null) continue
    count += 1
    const { state, lastError, missingSetup, callsToday, dailyCallBudget } = connection
    if (state === 'BROKEN') broken.push(`${alias} (${lastError?.message ?? 'unknown error'})`)
    if (callsToday >= dailyCallBudget) usedUp.push(`${alias} (${callsToday} of ${dailyCallBudget})`)
    const missing = missingSetup.map((it) => it.name)
    if (state === 'INCOMPLETE') incomplete.push(`${alias} (${missing.join(', ')})`)
  }
  if (broken.length > 0) {
    const message = `Connections are broken, so discounts are not changed: ${named(broken)}. Run "goodword-server connection set <alias>" with credentials that work.`
    return { name, ok: false, message }
  }
  const advice = [...setupAdvice(incomplete), ...callAdvice(usedUp)]
  if (advice.length > 0) return { name, ok: true, advice: true, message: advice.join(' ') }
  const message =
    count === 0
      ? 'No payment processor is connected.'
      : `No connection to a payment processor is broken (${count} in all).`
  return { name, ok: true, message }
}

function setupAdvice(incomplete: readonly string[]): readonly string[] {
  if (incomplete.length === 0) return []
  return [
    `Set-up is missing at the payment processor: ${named(incomplete)}. "goodword-server connection show <alias>" says what to do.`,
  ]
}

function callAdvice(usedUp: readonly string[]): readonly string[] {
  if (usedUp.length === 0) return []
  return [
    `The calls of the day to the payment processor are used up: ${named(usedUp)}. Routine comparisons of discounts wait for the next day (UTC), what is urgent does not. If that happens on most days, raise dailyCallBudget (PUT connection).`,
  ]
}

function nullIfNotConnected(error: unknown): null {
  if (error instanceof Refusal && error.code === 'PROCESSOR_NOT_CONNECTED') return null
  throw error
}

function named(texts: readonly string[]): string {
  const more = texts.length > MAX_NAMED ? ` and ${texts.length - MAX_NAMED} more` : ''
  return `${texts.slice(0, MAX_NAMED).join('; ')}${more}`
}
