import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StripeAccount } from '../model/account.ts'
import { generatedCases } from '../testing/generated-cases.ts'
import { givenOneOfEach, type Made } from '../testing/given-one-of-each.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'
import { differencesOf } from '../testing/published-fields.ts'

let given: GivenStripe
let made: Made
let before: StripeAccount
beforeAll(async () => {
  given = await givenStripe()
  made = await givenOneOfEach(given)
  before = structuredClone(given.account)
})
// Reverts the changes of the case before; an account is plain values.
beforeEach(() => {
  Object.assign(given.account, structuredClone(before))
})
afterAll(() => given.close())

describe('the calls of the SDK’s generated examples', () => {
  test.each(generatedCases)('%s is answered', async (_name, call) => {
    const answer = await call(given.stripe, made)
    expect(answer.object).toMatch(/^[a-z._]+$/)
    // The SDK makes objects of decimals, which become texts again.
    expect(differencesOf(JSON.parse(JSON.stringify(answer)))).toEqual([])
  })
})
