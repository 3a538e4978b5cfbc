import { Refusal } from '@goodword/contract/refusal'
import { readConnection } from '../../operations/connections/connection-reading.ts'
import type { Context } from '../../operations/context.ts'
import { readTenants } from '../../operations/tenants/switch-tenant.ts'
import type { Check } from './check.ts'

const MOST_NAMED = 5

/** Looks at the connections of enabled tenants to their payment processors; does not call the processors. */
export async function checkConnections(ctx: Context): Promise<Check> {
  const name = 'payment processors'
  const broken: string[] = []
  const incomplete: string[] = []
  let count = 0
  for (const { alias } of (await readTenants(ctx)).filter((it) => it.enabled)) {
    const connection = await readConnection(ctx, alias).catch(nullIfNotConnected)
    if (connection === null) continue
    count += 1
    const { state, lastError, missingSetup } = connection
    if (state === 'BROKEN') broken.push(`${alias} (${lastError?.message ?? 'unknown error'})`)
    const missing = missingSetup.map((it) => it.name)
    if (state === 'INCOMPLETE') incomplete.push(`${alias} (${missing.join(', ')})`)
  }
  if (broken.length > 0) {
    const message = `Connections are broken, so discounts are not changed: ${named(broken)}. Run "goodword -- connection set <alias>" with credentials that work.`
    return { name, ok: false, message }
  }
  if (incomplete.length > 0) {
    const message = `Set-up is missing at the payment processor: ${named(incomplete)}. "goodword -- connection show <alias>" says what to do.`
    return { name, ok: true, advice: true, message }
  }
  const message =
    count === 0
      ? 'No payment processor is connected.'
      : `No connection to a payment processor is broken (${count} in all).`
  return { name, ok: true, message }
}

function nullIfNotConnected(error: unknown): null {
  if (error instanceof Refusal && error.code === 'PROCESSOR_NOT_CONNECTED') return null
  throw error
}

function named(texts: readonly string[]): string {
  const more = texts.length > MOST_NAMED ? ` and ${texts.length - MOST_NAMED} more` : ''
  return `${texts.slice(0, MOST_NAMED).join('; ')}${more}`
}
