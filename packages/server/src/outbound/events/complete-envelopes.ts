import type { EventPerson } from '@goodword/contract/webhooks/event-envelope'
import type { EventEnvelope } from '@goodword/contract/webhooks/event-types'
import { type AccountKey, modeOf, type ReferralId, type UserKey } from '@goodword/domain/values/ids'
import type { Transaction } from '../../frame/context.ts'
import type { PublishedEventRow } from './rows/published-events.ts'
import { loadNames, type RecordNames } from './rows/record-names.ts'

type Named = keyof RecordNames
type Fields = Readonly<Record<string, unknown>>

/** The fields of stored data that hold a key of ours, and what the envelope has in its place. */
const fields: Readonly<Record<string, { readonly of: Named; readonly isCode?: true }>> = {
  accountId: { of: 'accounts' },
  referringAccountId: { of: 'accounts' },
  referredAccountId: { of: 'accounts' },
  userId: { of: 'people' },
  referrerUserId: { of: 'people' },
  referredUserId: { of: 'people' },
  referralCode: { of: 'people', isCode: true },
  referralCodeUsed: { of: 'codes' },
  subscriptionId: { of: 'subscriptions' },
}

export type EnvelopeOptions = {
  /** Whether to add names and e-mail addresses of the users. */
  readonly withPersonalData?: boolean
}

/**
 * The envelopes of published events, in the same order. Merchants' IDs are looked up each time, so that the feed holds
 * nothing that an erasure has to find: erased data is in no later delivery.
 */
export async function completeEnvelopes(
  tx: Transaction,
  rows: readonly PublishedEventRow[],
  { withPersonalData = false }: EnvelopeOptions = {},
): Promise<readonly EventEnvelope[]> {
  // Only data of events was ever stored there.
  const datas = rows.map((row) => row.data as Fields)
  const keysOf = (named: Named) => [...new Set(datas.flatMap((it) => keysIn(it, named)))]
  // The fields hold keys of these kinds.
  const names = await loadNames(tx, {
    accounts: keysOf('accounts') as AccountKey[],
    people: keysOf('people') as UserKey[],
    referrals: keysOf('codes') as ReferralId[],
    subscriptions: keysOf('subscriptions'),
  })
  const { tenantId } = tx
  const live = modeOf(tenantId) === 'live'
  return rows.map((row, index) => {
    const data = datas[index] ?? {}
    const envelope = {
      id: row.event_id,
      type: row.type,
      tenantAlias: tenantId,
      live,
      created: row.created_at,
      version: row.position,
      reason: row.reason,
      data: withNames(data, names),
      ...(withPersonalData ? { people: usersIn(data, names) } : {}),
    }
    // The data was made for the type.
    return envelope as EventEnvelope
  })
}

function keysIn(data: Fields, of: Named): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const key = data[name]
    return field.of === of && typeof key === 'string' ? [key] : []
  })
}

function withNames(data: Fields, names: RecordNames): EventEnvelope['data'] {
  const entries = Object.entries(data).map(([name, it]) => [name, named(name, it, names)])
  // It was the data of an event before.
  return Object.fromEntries(entries) as EventEnvelope['data']
}

/** A key without a record stays as it is. */
function named(name: string, value: unknown, names: RecordNames): unknown {
  const field = fields[name]
  if (field === undefined || typeof value !== 'string') return value
  if (field.of !== 'people') return names[field.of].get(value) ?? value
  const user = names.people.get(value)
  return (field.isCode === true ? user?.code : user?.external_id) ?? value
}

function usersIn(data: Fields, { people: users }: RecordNames): readonly EventPerson[] {
  return [...new Set(keysIn(data, 'people'))].flatMap((key) => {
    const user = users.get(key)
    if (user === undefined) return []
    const { account, external_id: userId, email, first_name: firstName, last_name: lastName } = user
    return [{ accountId: account, userId, email, firstName, lastName }]
  })
}
