/**
 * Rows of people as SQL writes them, in the form in which the service would have: accounts named by a letter and a
 * number, each with one person who has a name, an address and a code.
 */

const FIRST_NAMES = `'Ada', 'Bruno', 'Carla', 'Deniz', 'Emma', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Kim', 'Lena'`
const LAST_NAMES = `'Adler', 'Brandt', 'Costa', 'Demir', 'Eriksen', 'Fischer', 'Garcia', 'Hansen', 'Ito', 'Jansen'`

/** A uuid of version 7 whose time is `ms`, a text of SQL as `name` is. */
export function keyAt(ms: string, kind: string, name: string): string {
  const hash = `md5('${kind} ' || ${name})`
  return `(lpad(to_hex(${ms}), 12, '0') || '7' || left(${hash}, 3) || '8' || substr(${hash}, 4, 15))::uuid`
}

/** The columns of people number `i`, created at `ms` milliseconds, for a temporary table. */
export function userColumns(letter: string, ms: string): string {
  const name = `('${letter}' || i)`
  const pick = (names: string) => `(array[${names}])[1 + abs(hashint4(i)) % array_length(array[${names}], 1)]`
  return `${name} as external_id, ${ms} as created_ms, to_timestamp(${ms} / 1000.0) as created_at,
    ${keyAt(ms, 'account', name)} as account_id, ${keyAt(ms, 'person', name)} as user_id,
    upper(left(md5('code ' || ${name}), 12)) as code, ${pick(FIRST_NAMES)} as first_name,
    ${pick(LAST_NAMES)} as last_name, ${name} || '@example.com' as email`
}

/** Adds the people of the temporary table `newcomer`; the accounts are there already. */
export const addUsers = [
  `insert into account_user (tenant_id, id, account_id, external_id, code, email, email_key, search_name,
     search_last_name, search_email, email_claimed, confirmed, first_name, last_name, browser_seen_at, created_at)
   select $1, user_id, account_id, external_id || '_user', code, email, email,
     lower(first_name || ' ' || last_name), lower(last_name), email, true, false, first_name, last_name, created_at,
     created_at
   from newcomer`,
  `insert into referral_code (tenant_id, code, account_id, user_id, created_at)
   select $1, code, account_id, user_id, created_at from newcomer`,
  `insert into event (tenant_id, id, account_id, type, reason, actor, user_id, created_at)
   select $1, ${keyAt('created_ms', 'identified', 'external_id')}, account_id, 'user.created', 'IDENTIFIED',
     'browser', user_id, created_at
   from newcomer`,
]
