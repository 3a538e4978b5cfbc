import { createIdGenerator } from '@goodword/server/engine/foundation/id-generator'
import { newReferralCode } from '@goodword/server/engine/foundation/random'
import type { Dataset } from '../dataset/tenants.ts'
import { turnOf } from '../scenarios/turn-of.ts'
import { type ItemOf, unnested } from './unnested.ts'
import { type WritingWork, workOf } from './write-ceiling.ts'

/** The rows of a new user. */
const types = {
  account: 'uuid',
  external_id: 'text',
  person: 'uuid',
  user_external_id: 'text',
  email: 'text',
  code: 'text',
  identified: 'uuid',
  made_at: 'timestamptz',
} as const

const keys = createIdGenerator()

/** The rows of so many identifications of new users. */
export async function identificationRows(dataset: Dataset, count: number): Promise<WritingWork> {
  const now = Date.now()
  const key = () => keys.make<string>(now)
  const items = Array.from({ length: count }, (): ItemOf<typeof types> => {
    const external_id = `i${dataset.nextNumber()}`
    return {
      account: key(),
      external_id,
      person: key(),
      user_external_id: `${external_id}_user`,
      email: `${external_id}@example.com`,
      code: newReferralCode(),
      identified: key(),
      made_at: now,
    }
  })
  return workOf(turnOf(dataset.tenants, 0).id, items, statements)
}

const write = unnested(types)
const statements = [
  write(
    'identification.account',
    (rows) => `
insert into account (tenant_id, id, external_id, browser_paid, paid_on_page, created_at)
select $1, u.account, u.external_id, false, false, u.made_at
from ${rows}`,
  ),
  write(
    'identification.account_user',
    (rows) => `
insert into account_user (tenant_id, id, account_id, external_id, code, email, email_key, search_name, search_last_name,
  search_email, email_claimed, email_trusted, confirmed, first_name, last_name, browser_seen_at, created_at)
select $1, u.person, u.account, u.user_external_id, u.code, u.email, u.email, 'ada brandt', 'brandt', u.email, true, false, false, 'Ada', 'Brandt',
  u.made_at, u.made_at
from ${rows}`,
  ),
  write(
    'identification.code',
    (rows) => `
insert into referral_code (tenant_id, code, account_id, user_id, created_at)
select $1, u.code, u.account, u.person, u.made_at
from ${rows}`,
  ),
  write(
    'identification.event',
    (rows) => `
insert into event (tenant_id, id, account_id, type, reason, actor, user_id, created_at)
select $1, u.identified, u.account, 'user.created', 'IDENTIFIED', 'browser', u.person, u.made_at
from ${rows}`,
  ),
]
