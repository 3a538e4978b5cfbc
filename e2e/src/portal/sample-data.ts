import type { Merchant } from '@goodword/server/testing/merchant'

const people = [
  ['Ada', 'Lovelace'],
  ['Bartholomew-Alexander', 'Featherstonehaugh'],
  ['محمد', 'الخوارزمي'],
  ['Zoë', 'Ångström'],
  ['Наталья', 'Иванова'],
  ['Grace', 'Hopper'],
] as const

/** What fraud rules find of some friends: the referrer's e-mail address, and the referrer's user ID. */
const foundByRules: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  9: { email: 'Referrer3+friend@example.com' },
  18: { id: 'acct_ada_user' },
}

/** A currency as settings have it. */
export const EUR = 'EUR' as NonNullable<Parameters<Merchant['program']>[0]['currency']>

/** A program with people, referrals in every state, rewards of every kind and something to review. */
export async function addSampleData(merchant: Merchant): Promise<void> {
  await merchant.program({
    name: 'Acme Cloud',
    currency: EUR,
    landingPage: 'https://shop.example.com/welcome',
    referredReward: { type: 'PCT_DISCOUNT', discountPercent: 20, monthsDiscountIsValid: 12 },
    referrerReward: { type: 'CREDIT', unit: 'EUR', credit: 1500 },
  })
  const codes = await addReferrers(merchant)
  for (let index = 0; index < 30; index += 1) {
    const [firstName, lastName] = people[(index * 5 + 1) % people.length] ?? people[0]
    const id = `acct_friend_${index}`
    const email = `friend${index}@example.com`
    await merchant.user(id, { firstName, lastName, email, ...foundByRules[index] })
    const code = codes[index % codes.length]
    await merchant.sync(id, {
      subscription: { status: 'TRIAL', value: 49.9, currency: 'EUR' },
      referral: { code },
    })
    if (index % 3 !== 0) await merchant.pay(id)
    if (index % 7 === 1) await merchant.leave(id)
  }
  // An account without a user and without a referral.
  await merchant.sync('acct_dana', { subscription: { status: 'TRIAL', value: 49.9, currency: 'EUR' } })
  await moderateSome(merchant)
  await merchant.give('acct_ada', { type: 'CREDIT', unit: 'EUR', credit: 1550 })
  await merchant.give('acct_ada', { type: 'TIME_CREDIT', unit: 'DAY', credit: 14 })
  await merchant.give('acct_ada', { type: 'FEATURE', featureType: 'Extra seat', quantity: 2 })
  await merchant.requestOk(
    'POST',
    '/webhooks',
    { url: 'https://127.0.0.1/goodword/events', description: 'Order system' },
    'sample-webhook',
  )
  await merchant.requestOk('POST', '/exports', { kind: 'referrals', format: 'csv' })
}

async function addReferrers(merchant: Merchant): Promise<readonly string[]> {
  const codes: string[] = []
  for (const [index, [firstName, lastName]] of people.entries()) {
    const id = index === 0 ? 'acct_ada' : `acct_referrer_${index}`
    codes.push(await merchant.user(id, { firstName, lastName, email: `referrer${index}@example.com` }))
  }
  return codes
}

async function moderateSome(merchant: Merchant): Promise<void> {
  for (const [index, action] of [
    [2, 'PEND'],
    [5, 'PEND'],
    [9, 'DENY'],
  ] as const) {
    const { id } = await merchant.referral(`acct_friend_${index}`)
    await merchant.moderate(action, String(id))
  }
}
