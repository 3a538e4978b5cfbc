import { expect, test } from 'vitest'
import { sweepEvidence } from '../../referring/clicks/sweep-evidence.ts'
import { signUser } from '../../testing/sign.ts'
import { PROXY, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { app, call, clock, ctx, live, owner } = service

const DAY_MS = 86_400_000
const ACTIVE = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

type Key = { kind: string; account: string; referrer: string | null; keys: number }

/** The kinds of keys with which accounts were seen, with who had referred them. */
async function keysOf(...accounts: readonly string[]): Promise<Key[]> {
  return owner.query<Key>(
    {
      name: '',
      text: `select e.kind, a.external_id as account, r.external_id as referrer, count(*)::int4 as keys
        from evidence_key e join account a on a.tenant_id = $1 and a.id = e.account_id
        left join account r on r.tenant_id = $1 and r.id = e.referring_account_id
        where e.tenant_id = $1 and a.external_id = any($2) group by 1, 2, 3 order by 2, 1`,
    },
    [live.alias, accounts],
  )
}

async function post(path: string, body: unknown, status = 200) {
  const answer = await call('POST', path, { body })
  expect(answer).toMatchObject({ status })
  return answer.body
}

/** A page's call from an address. */
async function identify(address: string, body: object, alias = live.alias) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/v1/${alias}/open/identify`,
    remoteAddress: PROXY,
    headers: { 'x-forwarded-for': address, 'user-agent': ACTIVE, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

async function referralOf(account: string) {
  const { body } = await call('GET', `/referrals?referredAccountId=${account}`)
  const [referral] = Object(body).referrals
  return referral
}

async function factsOf(account: string) {
  const [row] = await owner.query<{ facts: object }>(
    {
      name: '',
      text: `select r.facts from referral r join account a on a.tenant_id = $1 and a.id = r.referred_account_id
        where r.tenant_id = $1 and a.external_id = $2`,
    },
    [live.alias, account],
  )
  return row?.facts
}

test('a card that the server names for friend and referrer holds both sides, and no answer repeats it', async () => {
  const code = await service.addUser('card_referrer')
  const evidence = {
    cardFingerprint: 'card-7',
    deviceId: 'phone-7',
    ipAddress: '203.0.113.7',
    userAgent: ACTIVE,
  }
  const answers = [
    await post('/accountsync', { id: 'card_referrer', evidence }),
    await post('/user', { accountId: 'card_friend', id: 'f', evidence }),
    await post('/accountsync', { id: 'card_friend', referral: { code } }),
  ]
  const referral = await referralOf('card_friend')
  expect(referral).toMatchObject({
    referrerModerationStatus: 'PENDING',
    referredModerationStatus: 'PENDING',
  })
  const signals = referral.fraudSignals.map((it: { rule: string; message: string }) => [it.rule, it.message])
  expect(signals).toEqual([
    ['SAME_CARD', 'Cards or bank accounts that the friend’s and the referrer’s accounts have in common: 1.'],
    ['SAME_DEVICE', 'Devices that the friend’s and the referrer’s accounts have in common: 1.'],
  ])
  for (const word of ['card-7', 'phone-7', '203.0.113.7', 'Firefox']) {
    expect(JSON.stringify([answers, referral])).not.toContain(word)
  }
  // The account was seen with its keys before the code came.
  expect(await keysOf('card_friend')).toEqual(
    ['card', 'device', 'network'].map((kind) => ({
      ...{ kind, account: 'card_friend', referrer: 'card_referrer', keys: 1 },
    })),
  )
})

test('evidence that is not what it says is refused by name, and nothing is stored', async () => {
  const before = await service.rows()
  const refused = async (evidence: object) => {
    const { status, body } = await call('POST', '/accountsync', { body: { id: 'refused', evidence } })
    return [status, Object(body).param]
  }
  expect(await refused({ ipAddress: '203.0.113.256' })).toEqual([400, 'evidence.ipAddress'])
  expect(await refused({ ipAddress: '203.0.113.7/24' })).toEqual([400, 'evidence.ipAddress'])
  expect(await refused({ ipAddress: '' })).toEqual([400, 'evidence.ipAddress'])
  expect(await refused({ deviceId: 'd'.repeat(257) })).toEqual([400, 'evidence.deviceId'])
  expect(await refused({ cardFingerprint: ' ' })).toEqual([400, 'evidence.cardFingerprint'])
  expect(await refused({ userAgent: 'a'.repeat(2001) })).toEqual([400, 'evidence.userAgent'])
  expect(await service.rows()).toEqual(before)
})

test('a page shows its network by itself: a signed one its device as well, and no private address counts', async () => {
  const token = (id: string) => signUser(live.signingKey, { accountId: id, id }, clock.now)
  await identify('2001:db8:1:2:3:4:5:6', { account_id: 'page_unsigned', user_id: 'u', device_id: 'phone' })
  await identify('198.51.100.9', {
    account_id: 'page_signed',
    user_id: 'page_signed',
    device_id: 'phone',
    jwt: token('page_signed'),
  })
  await identify('10.0.0.7', { account_id: 'page_private', user_id: 'u' })
  await identify('2a00:1450:4001:830::1', { account_id: 'page_unsigned', user_id: 'u' })
  await identify('2a00:1450:4001:830:ffff::1', { account_id: 'page_unsigned', user_id: 'u' })
  await identify('2a00:1450:4001:831::1', { account_id: 'page_unsigned', user_id: 'u' })
  expect(await keysOf('page_unsigned', 'page_signed', 'page_private')).toMatchObject([
    { kind: 'device', account: 'page_signed', keys: 1 },
    { kind: 'network', account: 'page_signed', keys: 1 },
    { kind: 'network', account: 'page_unsigned', keys: 3 },
  ])
})

test('a page that is loaded again writes nothing until the next day', async () => {
  const page = { account_id: 'again', user_id: 'u' }
  await identify('198.51.100.20', page)
  const before = await service.rows()
  await identify('198.51.100.20', page)
  expect(await service.rows()).toEqual(before)
  clock.now += DAY_MS + 1
  await identify('198.51.100.20', page)
  expect(await service.rows()).not.toEqual(before)
})

test('a network that is seen after the code came counts as well', async () => {
  const code = await service.addUser('late_referrer')
  await identify('198.51.100.30', { account_id: 'late_referrer', user_id: 'late_referrer_user' })
  await post('/accountsync', { id: 'late_friend', referral: { code } })
  expect(await factsOf('late_friend')).not.toHaveProperty('referrersNetwork')
  await identify('198.51.100.30', { account_id: 'late_friend', user_id: 'f' })
  expect(await factsOf('late_friend')).toMatchObject({ referrersNetwork: 1, accountsOnNetwork: 2 })
  await identify('198.51.100.31', { account_id: 'late_friend', user_id: 'f' })
  expect(await factsOf('late_friend')).toMatchObject({ referrersNetwork: 1, automatedBrowser: 0 })
})

test('a network is recognized across the change of salts, and forgotten after 30 days without it', async () => {
  const PERIOD_MS = 30 * DAY_MS
  clock.now = Math.ceil(clock.now / PERIOD_MS) * PERIOD_MS - DAY_MS
  const code = await service.addUser('salt_referrer')
  await identify('198.51.100.40', { account_id: 'salt_referrer', user_id: 'salt_referrer_user' })
  clock.now += 2 * DAY_MS
  await identify('198.51.100.40', { account_id: 'salt_friend', user_id: 'f', referral_code: code })
  expect(await factsOf('salt_friend')).toMatchObject({ referrersNetwork: 1 })
  clock.now += 29 * DAY_MS
  const { signal } = new AbortController()
  expect(await sweepEvidence(ctx, live.alias, signal)).toEqual({ again: clock.now + DAY_MS })
  expect(await keysOf('salt_referrer', 'salt_friend')).toMatchObject([{ account: 'salt_friend' }])
  clock.now += 2 * PERIOD_MS
  expect(await sweepEvidence(ctx, live.alias, signal)).toBeNull()
  expect(await keysOf('salt_referrer', 'salt_friend', 'page_signed')).toMatchObject([{ kind: 'device' }])
  expect(await owner.query({ name: '', text: 'select from network_salt' }, [])).toEqual([])
})

test('addresses at one private domain are compared, unless the program trusts it', async () => {
  await service.setProgram({ mailDomains: { trusted: ['uni.berlin'], disposable: ['drop.example'] } })
  const user = (id: string, email: string) => post('/user', { accountId: id, id, email })
  const code = await service.addUser('mail_referrer')
  await user('mail_1', 'one@farm.berlin')
  await user('mail_2', 'two@mail.farm.berlin')
  await user('mail_3', 'three@uni.berlin')
  await user('mail_4', 'four@drop.example')
  await user('mail_5', 'five@gmail.com')
  for (const id of ['mail_1', 'mail_2', 'mail_3', 'mail_4', 'mail_5']) {
    await post('/accountsync', { id, referral: { code } })
  }
  expect(await factsOf('mail_2')).toMatchObject({ friendsOnDomain: 2, linkedFriends: 1, disposableEmail: 0 })
  expect(await factsOf('mail_4')).toMatchObject({ disposableEmail: 1, mailListVersion: 1_026_000 })
  const others = await keysOf('mail_3', 'mail_5')
  expect(others).toEqual([])
  const { fraudSignals } = await referralOf('mail_4')
  expect(fraudSignals).toMatchObject([
    { rule: 'DISPOSABLE_EMAIL', shadow: true, facts: { disposableEmail: 1, mailListVersion: 1_026_000 } },
  ])
  await service.setProgram({})
})

test('clicks from coupon pages and advertisements count once per visitor and day, for a week before and after the referral', async () => {
  const code = await service.addUser('leak_referrer')
  await post('/accountsync', { id: 'leak_old', referral: { code } })
  clock.now += 8 * DAY_MS
  await post('/accountsync', { id: 'leak_first', referral: { code } })
  const click = async (address: string, query: string, headers: Record<string, string> = {}) => {
    const { statusCode } = await app.inject({
      method: 'GET',
      url: `/r/${live.alias}/${code}${query}`,
      remoteAddress: PROXY,
      headers: { 'x-forwarded-for': address, 'user-agent': ACTIVE, ...headers },
    })
    expect(statusCode).toBe(302)
  }
  await service.setProgram({ couponSites: ['leaks.example'] })
  await click('198.51.100.50', '')
  await click('198.51.100.50', '', { referer: 'https://www.couponfollow.com/' })
  await click('198.51.100.50', '?gclid=1')
  for (let visitor = 51; visitor < 60; visitor += 1) {
    await click(`198.51.100.${visitor}`, visitor % 2 === 0 ? '?fbclid=2' : '', {
      referer: 'https://leaks.example/page',
    })
  }
  await post('/accountsync', { id: 'leak_friend', referral: { code } })
  expect(await factsOf('leak_friend')).toMatchObject({ publicClicks: 10 })
  expect(await referralOf('leak_friend')).toMatchObject({
    referrerModerationStatus: 'PENDING',
    referredModerationStatus: 'APPROVED',
    fraudSignals: [{ rule: 'LEAKED_CODE' }],
  })
  for (const id of ['leak_old', 'leak_first']) {
    const subscription = { status: 'PAID', value: 30 }
    await post('/accountsync', { id, subscription, evidence: { deviceId: `device of ${id}` } })
  }
  expect(await factsOf('leak_first')).toMatchObject({ publicClicks: 10 })
  expect(await referralOf('leak_first')).toMatchObject({ referrerModerationStatus: 'PENDING' })
  expect(await factsOf('leak_old')).toMatchObject({ publicClicks: 0 })
  clock.now += 8 * DAY_MS
  await post('/accountsync', { id: 'leak_later', referral: { code } })
  expect(await factsOf('leak_later')).toMatchObject({ publicClicks: 0 })
  await sweepEvidence(ctx, live.alias, new AbortController().signal)
  expect(await owner.query({ name: '', text: 'select from public_click' }, [])).toEqual([])
})

test('a person who is erased leaves no keys behind, and reads before which kinds there are', async () => {
  await identify('198.51.100.70', { account_id: 'erased', user_id: 'u', email: 'ada@erased.berlin' })
  const path = '/account/erased/user/u'
  const seen = { firstSeenAt: clock.now, lastSeenAt: clock.now }
  const { body } = await call('GET', `${path}/data`)
  expect(new Set(Object(body).evidence)).toEqual(
    new Set([
      { kind: 'domain', ...seen },
      { kind: 'network', ...seen },
    ]),
  )
  expect(await call('DELETE', path)).toMatchObject({ status: 200 })
  const text = `select from evidence_key e where e.tenant_id = 'acme' and e.last_seen_at = $1`
  expect(await owner.query({ name: '', text }, [new Date(clock.now).toISOString()])).toEqual([])
})

test('keys of one tenant are no keys of another, and live data and test data have none in common', async () => {
  const evidence = { cardFingerprint: 'shared-card' }
  const body = { id: 'shared', evidence }
  for (const { alias, apiKey } of [live, service.test, service.other]) {
    expect(await call('POST', '/accountsync', { alias, key: apiKey, body })).toMatchObject({ status: 200 })
  }
  const text = `select distinct e.key from evidence_key e join account a on a.tenant_id = e.tenant_id and a.id = e.account_id
    where a.external_id = 'shared'`
  expect(await owner.query({ name: '', text }, [])).toHaveLength(3)
})
