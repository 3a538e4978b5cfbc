import type { ReferrerParty } from '@goodword/domain/evidence'
import type { Party } from '@goodword/domain/fraud'
import type { AccountId, AccountKey, ProviderId } from '@goodword/domain/ids'
import type { ReferralCode } from '@goodword/domain/referral-code'
import { byKey } from './by-key.ts'
import { statement } from './statement.ts'
import type { TenantTx } from './tenant-tx.ts'
import { thoseAccounts, valuesOf, type Whose } from './whose.ts'

const byProviderId = statement(
  'account.by_provider_id',
  `
select x.id, x.external_id, x.provider_id
from unnest($2::text[]) as asked(provider_id)
cross join lateral (
  select x.id, x.external_id, x.provider_id
  from account x
  where x.tenant_id = $1
    and ${byKey('x.provider_id', 'asked.provider_id')}
) as x`,
)

/** An account that is a customer of the payment processor. */
export type ProviderOwnerRow = { id: AccountKey; external_id: AccountId; provider_id: ProviderId }

/** Which accounts belong to these customers of the payment processor. */
export async function loadProviderOwners(
  tx: TenantTx,
  providerIds: readonly ProviderId[],
): Promise<ProviderOwnerRow[]> {
  return providerIds.length === 0 ? [] : tx.rows(byProviderId, [providerIds])
}

const parties = statement(
  'account.parties',
  `
select x.id, x.provider_id, x.claimed_provider_id, p.email_key, p.email_claimed
from (
  select c.account_id as id
  from unnest($4::text[]) as asked(code)
  cross join lateral (
    select c.account_id
    from referral_code c
    where c.tenant_id = $1
      and ${byKey('c.code', 'asked.code')}
  ) as c
  union
  select r.referring_account_id
  from ${thoseAccounts}
  cross join lateral (
    select r.referring_account_id
    from referral r
    where r.tenant_id = $1
      and ${byKey('r.referred_account_id', 'those.id')}
  ) as r
) as party
cross join lateral (
  select x.id, x.provider_id, x.claimed_provider_id
  from account x
  where x.tenant_id = $1
    and ${byKey('x.id', 'party.id')}
) as x
left join lateral (
  select p.email_key, p.email_claimed
  from participant p
  where p.tenant_id = $1
    and p.email_key is not null
    and ${byKey('p.account_id', 'x.id')}
) as p on true`,
)

/** What rules may compare of those who share these codes, and of those who referred these accounts. */
export async function loadParties(
  tx: TenantTx,
  referred: Whose,
  codes: readonly ReferralCode[],
): Promise<ReadonlyMap<AccountKey, ReferrerParty>> {
  type PartyRow = {
    id: AccountKey
    provider_id: ProviderId | null
    claimed_provider_id: ProviderId | null
    email_key: string | null
    email_claimed: boolean | null
  }
  const rows = await tx.rows<PartyRow>(parties, [...valuesOf(referred), codes])
  const found = new Map<AccountKey, GatheredParty>()
  for (const row of rows) {
    const party = found.get(row.id) ?? gatheredParty(row.provider_id, row.claimed_provider_id)
    found.set(row.id, party)
    if (row.email_key === null) continue
    party.all.emailKeys.push(row.email_key)
    if (row.email_claimed !== true) party.certain.emailKeys.push(row.email_key)
  }
  return found
}

type GatheredParty = Record<keyof ReferrerParty, Party & { emailKeys: string[] }>

function gatheredParty(providerId: ProviderId | null, claimedId: ProviderId | null): GatheredParty {
  const certain = [providerId].filter((it) => it !== null)
  const all = [providerId, claimedId].filter((it) => it !== null)
  return {
    certain: { providerIds: certain, emailKeys: [], userIds: [] },
    all: { providerIds: all, emailKeys: [], userIds: [] },
  }
}
