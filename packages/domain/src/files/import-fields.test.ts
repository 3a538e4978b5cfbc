import { expect, test } from 'vitest'
import { proposedColumns } from './import-fields.ts'

test.each([
  [
    'users',
    ['AccountId', ' ID ', 'E-Mail', 'First Name'],
    'accountId=AccountId id= ID  email=E-Mail firstName=First Name',
  ],
  ['users', ['User ID', 'Code', 'referral_code'], 'accountId=User ID id=User ID referralCode=referral_code'],
  ['users', ['@user_login', '@user_email'], 'accountId=@user_login id=@user_login email=@user_email'],
  ['users', ['customer', 'customer_id'], 'accountId=customer_id id=customer_id'],
  ['users', ['Email', 'name'], 'accountId=Email id=Email email=Email'],
  [
    'referrals',
    ['customer_key', 'partner_key'],
    'referringAccountId=partner_key referringUserId=partner_key referredAccountId=customer_key',
  ],
  ['referrals', ['email', 'referrer'], 'referringAccountId=referrer referredAccountId=email'],
  [
    'referrals',
    ['stripe_customer_id', 'token', 'x'],
    'referralCode=token referredAccountId=stripe_customer_id',
  ],
  ['balances', ['Balance', 'Currency'], 'unit=Currency amount=Balance'],
] as const)('for %s, the columns %j probably are %s', (kind, columns, expected) => {
  const found = [...proposedColumns(kind, columns)].map((it) => it.join('=')).toSorted()
  expect(found).toEqual(expected.split(/ (?=\w+=)/).toSorted())
})
