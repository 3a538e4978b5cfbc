import { createIdGenerator } from '@goodword/server/engine/foundation/id-generator'
import { newReferralCode } from '@goodword/server/engine/foundation/random'
import type { Dataset } from '../dataset/tenants.ts'
import { turnOf } from '../scenarios/turn-of.ts'
import { unnested } from './unnested.ts'
import { type WritingWork, workOf } from './write-ceiling.ts'

/** The rows of a new user, with the column names of SQL. */
type Identification = {
  readonly account: string
  readonly external_id: string
  readonly person: string
  readonly user_external_id: string
  readonly email: string
  readonly code: string
  readonly identified: string
  readonly made_at: number
}

const keys = createIdGenerator()

/** The rows of so many identifications of new users. */
export async function identificationRows(dataset: Dataset, count: number): Promise<WritingWork> {
  const now = Date.now()
  const made_at = now
  const items = Array.from({ length: count }, (): Identification => {
    const external_id = `i${dataset.nextNumber()}`
    const [account, person, identified] = [
      keys.make<string>(now),
      keys.make<string>(now),
      keys.make<string>(now),
    ]
    const made = { account, person, identified, made_at, external_id, code: newReferralCode() }
    return { ...made, user_external_id: `${external_id}_user`, email: `${external_id}@example.com` }
  })
  return workOf(turnOf(dataset.tenants, 0).id, items, statements)
}

const statements = [
  unnested<Identification>(
    'identification.account',
    { account: 'uuid', external_id: 'text', made_at: 'timestamptz' },
    (rows) => `
insert into account (tenant_id, id, external_id, browser_paid, paid_on_page, created_at)
select $1, u.account, u.external_id, false, false, u.made_at
from ${rows}`,
  ),
  unnested<Identification>(
    'identification.account_user',
    {
      person: 'uuid',
      account: 'uuid',
      user_external_id: 'text',
      email: 'text',
      code: 'text',
      made_at: 'timestamptz',
    },
    (rows) => `
insert into account_user (tenant_id, id, account_id, external_id, code, email, email_key, search_name, search_last_name,
  search_email, email_claimed, email_trusted, confirmed, first_name, last_name, browser_seen_at, created_at)
select $1, u.person, u.account, u.user_external_id, u.code, u.email, u.email, 'ada brandt', 'brandt', u.email, true, false, false, 'Ada', 'Brandt',
  u.made_at, u.made_at
from ${rows}`,
  ),
  unnested<Identification>(
    'identification.code',
    { person: 'uuid', account: 'uuid', code: 'text', made_at: 'timestamptz' },
    (rows) => `
insert into referral_code (tenant_id, code, account_id, user_id, created_at)
select $1, u.code, u.account, u.person, u.made_at
from ${rows}`,
  ),
  unnested<Identification>(
    'identification.event',
    { identified: 'uuid', person: 'uuid', account: 'uuid', made_at: 'timestamptz' },
    (rows) => `
insert into event (tenant_id, id, account_id, type, reason, actor, user_id, created_at)
select $1, u.identified, u.account, 'user.created', 'IDENTIFIED', 'browser', u.person, u.made_at
from ${rows}`,
  ),
]
