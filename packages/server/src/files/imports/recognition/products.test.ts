import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ImportKind, ImportMapping } from '@goodword/domain/files/import'
import { expect, test } from 'vitest'
import { importColumnsOf } from '../import-columns.ts'
import { fileRecords } from '../reading/file-records.ts'
import { cellsOf, headerCells, separatorOf } from '../reading/file-rows.ts'
import { csvRow } from '../reading/source-row.ts'
import { checkedFile } from './checked-file.ts'
import { headerOf } from './header.ts'

/** Small files with the columns that each product documents, for its export or for the file that it imports itself. */
const folder = resolve(import.meta.dirname, '../../../testing/imports/exports')
const bytesOf = (file: string) => readFileSync(join(folder, file))
async function* whole(file: string): AsyncGenerator<Buffer> {
  yield bytesOf(file)
}
const columnsOf = (kind: ImportKind, mapping: ImportMapping | null) => ({
  kind,
  format: 'csv' as const,
  columns: importColumnsOf(kind, mapping),
})

test.each([
  ['rewardful-affiliates.csv', 'users', 'mapping=rewardful'],
  ['rewardful-combined.csv', 'users', 'mapping=rewardful'],
  [
    'rewardful-combined.csv',
    'referrals',
    'Rename "token" to "referralCode", "stripe_customer_id" to "referredAccountId". Add a column "dateReferralStarted".',
  ],
  ['firstpromoter-promoters.csv', 'users', 'mapping=firstpromoter'],
  ['firstpromoter-referrals.csv', 'referrals', 'mapping=firstpromoter'],
  ['saasquatch-users.csv', 'users', 'mapping=saasquatch'],
  ['saasquatch-referrals.csv', 'referrals', 'mapping=saasquatch'],
  ['referralhero-subscribers.csv', 'users', 'Rename "email" to "accountId+id+email".'],
  [
    'referralhero-subscribers.csv',
    'referrals',
    'Rename "referrer" to "referringAccountId", "email" to "referredAccountId", "date" to "dateReferralStarted".',
  ],
  ['postaffiliatepro-export.csv', 'users', 'Save the rows of one section as a file of its own'],
  [
    'postaffiliatepro-affiliates.csv',
    'users',
    'It has "!USERID", "!REFID", "!USERNAME", "!FIRSTNAME", "!LASTNAME". Rename "!USERID" to "accountId+id", "!REFID" to "referralCode".',
  ],
  ['affiliatewp-affiliates.csv', 'users', 'Rename "Affiliate ID" to "accountId+id".'],
  ['referralcandy-customers.csv', 'users', 'Rename "Email" to "accountId+id+email".'],
  ['itthinx-affiliates.txt', 'users', 'Rename "@user_login" to "accountId+id", "user_email" to "email".'],
  ['lemonsqueezy-affiliates.csv', 'users', 'Rename "id" to "accountId+id", "user_email" to "email".'],
  ['tapfiliate-affiliates.csv', 'users', 'Rename "email" to "accountId+id+email".'],
  [
    'tapfiliate-conversions.csv',
    'referrals',
    'Rename "affiliate_email" to "referringAccountId", "customer_id" to "referredAccountId", "created_at" to "dateReferralStarted".',
  ],
  ['partnerstack-partners.csv', 'users', 'Rename "partner_key" to "accountId+id".'],
  [
    'partnerstack-customers.csv',
    'referrals',
    'Rename "partner_key" to "referringAccountId+referringUserId", "customer_key" to "referredAccountId", "created_at" to "dateReferralStarted".',
  ],
] as const)('%s as %s is refused with what to do: %s', async (file, kind, remedy) => {
  await expect(checkedFile(whole(file), columnsOf(kind, null))).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
    message: expect.stringContaining(remedy),
  })
})

test.each([
  ['rewardful-affiliates.csv', 'users', 'rewardful', { id: 'olaf@example.org', referralCode: 'olaf-b' }],
  ['rewardful-combined.csv', 'referrals', 'rewardful', 'has no column "became_lead_at"'],
  ['firstpromoter-promoters.csv', 'users', 'firstpromoter', { accountId: 'cus_pia', referralCode: 'pia17' }],
  [
    'firstpromoter-referrals.csv',
    'referrals',
    'firstpromoter',
    { referralCode: 'pia17', referredAccountId: 'cus_leo', status: 'active', dateConverted: '2026-02-01' },
  ],
  [
    'saasquatch-users.csv',
    'users',
    'saasquatch',
    { accountId: 'acct_1', id: 'u_1', referralCode: 'MIAMOLL' },
  ],
  [
    'saasquatch-referrals.csv',
    'referrals',
    'saasquatch',
    { referringUserId: 'u_1', referredAccountId: 'acct_2', dateReferralStarted: '1767600000000' },
  ],
  ['referralcandy-customers.csv', 'users', 'referralcandy', { id: 'paul@example.org', lastName: 'Pape' }],
] as const)('%s as %s is read with the mapping %s as %j', async (file, kind, mapping, expected) => {
  const checked = checkedFile(whole(file), columnsOf(kind, mapping))
  if (typeof expected === 'string') {
    await expect(checked).rejects.toThrow(expected)
    return
  }
  await checked
  expect(await firstRowOf(file, kind, mapping)).toMatchObject(expected)
})

/** The fields of the first row, each by the first of its columns that has a value. */
async function firstRowOf(file: string, kind: ImportKind, mapping: ImportMapping) {
  const records = fileRecords(whole(file), { byte: 0, line: 1 }, true)
  const { value: header } = await records.next()
  const { value: row } = await records.next()
  if (!header || !row) throw new Error(`${file} has no row`)
  const separator = separatorOf(header)
  const [names, [cells]] = [headerCells(header, separator), cellsOf([row], separator)]
  if ('code' in names || cells === undefined || 'code' in cells) throw new Error(`${file} cannot be read`)
  const columns = importColumnsOf(kind, mapping)
  const source = csvRow(headerOf(names, kind, columns), cells)
  return Object.fromEntries(
    Object.entries(columns.fields).map(([field, from]) => [
      field,
      from.map(source.valueOf).find((it) => it !== undefined),
    ]),
  )
}
