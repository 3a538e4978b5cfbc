import { expect, test } from 'vitest'
import { allStatements } from '../../engine/driver/statement.ts'
import { importStatements } from './import-statements.ts'

await importStatements()

/** These statements read all referrals of an account, replaced ones too. */
const wantsReplaced = ['data.referral', 'event.erase_appeals_about', /^referral\.list/]

/** An alias of the table whose rows are looked up by the account that was referred. */
const byReferred = /\b(?<alias>\w+)\.referred_account_id (?:between|=)/g

test('a statement that reads the referral of an account leaves out the replaced one', () => {
  const looking = allStatements().filter(({ text }) => text.match(byReferred) !== null)
  expect(looking.length).toBeGreaterThan(5)
  const unclear = looking.filter(({ name, text }) => {
    const isExempt = wantsReplaced.some((it) => (typeof it === 'string' ? it === name : it.test(name)))
    const aliases = [...text.matchAll(byReferred)].map((it) => it.groups?.alias ?? '')
    const isClear = (alias: string) =>
      text.split(`not ${alias}.is_replaced`).length - 1 >= aliases.filter((it) => it === alias).length
    return !isExempt && !aliases.every(isClear)
  })
  expect(unclear.map(({ name }) => name)).toEqual([])
})
