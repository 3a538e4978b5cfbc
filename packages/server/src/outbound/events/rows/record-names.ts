import type { AccountKey, ReferralId, UserKey } from '@goodword/domain/values/ids'
import { joinByKey } from '../../../engine/driver/by-key.ts'
import { type Statement, statement } from '../../../engine/driver/statement.ts'
import type { TenantTx } from '../../../engine/driver/tenant-tx.ts'
import { type FullUserRow, loadUsersByKey } from '../../../referring/users/rows/users.ts'

/** The external IDs of our keys: the merchant's, or the payment processor's. */
export type RecordNames = {
  readonly accounts: ReadonlyMap<string, string>
  readonly people: ReadonlyMap<string, FullUserRow>
  /** The codes that referrals use. */
  readonly codes: ReadonlyMap<string, string>
  readonly subscriptions: ReadonlyMap<string, string>
}

export type NamedKeys = {
  readonly accounts: readonly AccountKey[]
  readonly people: readonly UserKey[]
  readonly referrals: readonly ReferralId[]
  readonly subscriptions: readonly string[]
}

const accounts = statement('account.names', names('account a', 'a.external_id'))
const codes = statement('referral.codes', names('referral r', 'r.code'))
const subscriptions = statement(
  'processor_subscription.names',
  names('processor_subscription x', 'x.subscription_id'),
)

/** Looks keys up, in one pipeline. Keys without a row are missing in the answer. */
export async function loadNames(tx: TenantTx, keys: NamedKeys): Promise<RecordNames> {
  const [ofAccounts, ofUsers, ofReferrals, ofSubscriptions] = await Promise.all([
    load(tx, accounts, keys.accounts),
    keys.people.length === 0 ? new Map() : loadUsersByKey(tx, keys.people),
    load(tx, codes, keys.referrals),
    load(tx, subscriptions, keys.subscriptions),
  ])
  return { accounts: ofAccounts, people: ofUsers, codes: ofReferrals, subscriptions: ofSubscriptions }
}

function names(table: string, column: string): string {
  return `
select asked.id, ${column} as name
from unnest($2::uuid[]) as asked(id)
${joinByKey(table, 'id', 'asked.id')}`
}

async function load(tx: TenantTx, it: Statement, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; name: string }>(it, [ids])
  return new Map(rows.map((row) => [row.id, row.name]))
}
