import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountKey } from '@goodword/domain/values/ids'
import { byKey } from '../../engine/driver/by-key.ts'
import { type Statement, statement } from '../../engine/driver/statement.ts'
import type { TenantTx } from '../../engine/driver/tenant-tx.ts'
import type { Replacements } from '../../tracking/erased/rows/erased-rows.ts'

// Codes in rows of other people have no index, which every call would pay for: to replace them, the tables are read in pages,
// in the order of their keys.

/** The last key of the next page of a table, if there is a full page. */
const pageEnd = (table: string): string => `
select x.id
from ${table} x
where x.tenant_id = $1
  and x.id > $2::uuid
order by x.id
limit 1
offset $3`

/** SQL that selects a page of a table with what the codes in a column are replaced by. */
const replaced = (page: string, column: string): string => `(
    ${page}
  ) as page
  join unnest($4::text[], $5::text[]) as u(old_code, new_code) on u.old_code = page.${column}`

const pageOf = (table: string, columns: string): string => `select ${columns}
    from ${table} y
    where y.tenant_id = $1
      and y.id > $2::uuid
    order by y.id
    limit $3`

const eventsEnd = statement('event.code_page_end', pageEnd('event'))
const events = statement(
  'event.erase_codes',
  `
update event x
set code = old.new_code,
  subject = old.new_subject
from (
  select page.place, u.new_code,
    case
      when right(page.subject, length(u.old_code) + 1) = ' ' || u.old_code
        then left(page.subject, -length(u.old_code)) || u.new_code
      else page.subject
    end as new_subject
  from ${replaced(pageOf('event', 'y.ctid as place, y.code, y.subject'), 'code')}
) as old
where x.tenant_id = $1
  and x.ctid = old.place`,
)

const cookiesEnd = statement('account_user.cookie_page_end', pageEnd('account_user'))
const cookies = statement(
  'account_user.erase_cookies',
  `
update account_user x
set weighed_cookie = old.new_code
from (
  select z.place, u.new_code
  from ${replaced(pageOf('account_user', 'y.id, y.weighed_cookie'), 'weighed_cookie')}
  cross join lateral (
    select w.ctid as place
    from account_user w
    where w.tenant_id = $1
      and ${byKey('w.id', 'page.id')}
    for no key update
  ) as z
) as old
where x.tenant_id = $1
  and x.ctid = old.place`,
)

type Codes = readonly [old: readonly ReferralCode[], placeholders: readonly ReferralCode[]]

/** Replaces codes in a page of what happened, after an ID; returns the ID to go on from, null at the end. */
export function eraseCodesOfEvents(
  tx: TenantTx,
  codes: Replacements,
  after: string,
  pageSize: number,
): Promise<string | null> {
  return erasePage(tx, eventsEnd, events, codes, after, pageSize)
}

/** Erases codes in the tracking cookies that people came with. */
export function eraseCodesOfCookies(
  tx: TenantTx,
  codes: Replacements,
  after: string,
  pageSize: number,
): Promise<string | null> {
  return erasePage(tx, cookiesEnd, cookies, codes, after, pageSize)
}

async function erasePage(
  tx: TenantTx,
  end: Statement,
  replace: Statement,
  codes: Replacements,
  after: string,
  pageSize: number,
): Promise<string | null> {
  const ends = tx.rows<{ id: string }>(end, [after, pageSize - 1])
  tx.write(replace, [after, pageSize, ...listsOf(codes)])
  return (await ends)[0]?.id ?? null
}

const referralsEnd = statement(
  'referral.code_page_end',
  `
select x.id
from referral x
where x.tenant_id = $1
  and x.referring_account_id = $4
  and x.id > $2::uuid
order by x.referring_account_id, x.id
limit 1
offset $3`,
)

const referrals = statement(
  'referral.erase_codes',
  `
update referral x
set code = old.new_code
from (
  select z.place, u.new_code
  from ${replaced(
    `select y.id, y.code
    from referral y
    where y.tenant_id = $1
      and y.referring_account_id = $6
      and y.id > $2::uuid
    order by y.referring_account_id, y.id
    limit $3`,
    'code',
  )}
  cross join lateral (
    select w.ctid as place
    from referral w
    where w.tenant_id = $1
      and ${byKey('w.id', 'page.id')}
    for no key update
  ) as z
) as old
where x.tenant_id = $1
  and x.ctid = old.place`,
)

/** Erases codes in the referrals that an account made. */
export async function eraseCodesOfReferrals(
  tx: TenantTx,
  account: AccountKey,
  codes: Replacements,
  after: string,
  pageSize: number,
): Promise<string | null> {
  const ends = tx.rows<{ id: string }>(referralsEnd, [after, pageSize - 1, account])
  tx.write(referrals, [after, pageSize, ...listsOf(codes), account])
  return (await ends)[0]?.id ?? null
}

function listsOf(codes: Replacements): Codes {
  return [[...codes.keys()], [...codes.values()]]
}
