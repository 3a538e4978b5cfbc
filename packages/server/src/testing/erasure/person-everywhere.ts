import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { signUser } from '../sign.ts'
import type { TestService } from '../test-service.ts'

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })

/** A person with a word in every field, through every entry point. */
export async function storeEverywhere(service: TestService, word: string) {
  const { call, live, owner } = service
  const sql = (text: string) => owner.query({ name: '', text }, [])
  const account = `account-${word}`
  const user = `user-${word}`
  const code = `CODE-${word}`.toUpperCase()
  const email = `mail-${word}@example.com`
  // A language that nothing else names.
  const locale = `de-x-${word.slice(0, 8)}`
  const names = { email, firstName: `First-${word}`, lastName: `Last-${word}`, locale }
  // The erased person's code and ID must not be part of other IDs.
  const friend = `friend-${randomUUID()}`
  const path = `/account/${account}/user/${user}`
  const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    expect({ status, body }).toMatchObject({ status: expect.toSatisfy((it) => it === 200 || it === 201) })
    return Object(body)
  }
  await ok(
    call('POST', '/user', { body: { accountId: account, id: user, ...names, referralCode: `${code}-OLD` } }),
  )
  await ok(
    call('POST', '/user', {
      body: { accountId: account, id: user, ...names, referralCode: code },
      ...keyed(`request-${word}`),
    }),
  )
  const seen = {
    account_id: account,
    user_id: user,
    first_name: names.firstName,
    last_name: names.lastName,
    email,
  }
  await ok(call('POST', '/open/identify', { body: { ...seen, payment_provider_id: `claim-${word}` } }))
  const jwt = signUser(live.signingKey, { accountId: account, id: user, ...names }, service.clock.now)
  await ok(call('POST', '/open/identify', { body: { account_id: account, user_id: user, jwt } }))
  await ok(call('POST', '/open/widget', { body: { account_id: account, user_id: user, jwt } }))
  await ok(
    call('POST', '/accountsync', {
      body: {
        id: account,
        paymentProviderId: `customer-${word}`,
        subscription: { status: 'FREE' },
        evidence: { deviceId: `device-${word}` },
      },
      ...keyed(`sync-${word}`),
    }),
  )
  // A friend comes by the code and pays; others try it and are refused, or had it in a cookie.
  const referral = { code }
  await ok(call('POST', '/accountsync', { body: { id: friend, referral }, ...keyed(`${friend}-sync`) }))
  await ok(call('POST', '/user', { body: { accountId: friend, id: 'friend' } }))
  await ok(
    call('POST', '/accountsync', { body: { id: friend, subscription: { status: 'PAID', value: 10 } } }),
  )
  await ok(
    call('POST', '/open/identify', { body: { account_id: account, user_id: user, referral_code: code } }),
  )
  await ok(
    call('POST', '/open/identify', {
      body: { account_id: `${friend}-2`, user_id: 'other', cookie_referral_code: code },
    }),
  )
  const credit = { type: 'CREDIT', unit: 'EUR', credit: 500 }
  await ok(
    call('POST', '/rewards', {
      body: { accountId: account, userId: user, reward: credit },
      ...keyed(`reward-${word}`),
    }),
  )
  await ok(
    call('POST', '/credit/redeem', {
      body: { accountId: account, unit: 'EUR', amount: 200, reason: `for ${word}` },
      ...keyed(`redeem-${word}`),
    }),
  )
  await sql(`
    insert into app.former_code (tenant_id, spelling, user_id, is_exact, created_at)
    select '${live.alias}', 'former.${word}', p.id, true, now() from app.account_user p where p.external_id = '${user}'`)
  await sql(`
    insert into app.click (tenant_id, clicked_at, id, user_id, via, visitor)
    select '${live.alias}', now(), gen_random_uuid(), p.id, 'email', gen_random_uuid()
    from app.account_user p where p.external_id = '${user}'`)
  const xml = `<notification><customer><id>customer-${word}</id><email>${email}</email></customer></notification>`
  await sql(`
    insert into app.processor_notification (tenant_id, id, connection_id, payload_hash, kind, customer_id, subscription_id,
      sent_at, payload, received_at)
    values ('${live.alias}', gen_random_uuid(), gen_random_uuid(), sha256('${word}'), 'subscription_charged_successfully',
      'customer-${word}', 'subscription-${word}', now(), '${Buffer.from(xml).toString('base64')}', now())`)
  await sql(`
    insert into app.processor_subscription (tenant_id, id, subscription_id, customer_id, account_id, is_live,
      came_with_discount, currency, expected_minor, actual_minor, is_listed, state, checked_at,
      bill_count, price_minor, balance_minor, bills_from)
    select '${live.alias}', gen_random_uuid(), 'subscription-${word}', 'customer-${word}', a.id, false, false, 'EUR', 0, 0,
      false, 'IN_STEP', now(), 0, 0, 0, now()
    from app.account a where a.external_id = '${account}'`)
  await sql(`
    insert into app.reported_bill (tenant_id, subscription_id, day, id, customer_id, account_id, billed_at, currency, price_minor,
      discount_minor, interval_unit, interval_count, next_discount_minor)
    select '${live.alias}', 'subscription-${word}', '2026-01-31', gen_random_uuid(), 'customer-${word}', a.id, now(), 'EUR', 500, 0,
      'MONTH', 1, 0
    from app.account a where a.external_id = '${account}'`)
  await sql(`
    insert into app.processor_customer (tenant_id, customer_id, account_id, bound_at)
    select '${live.alias}', 'customer-${word}', a.id, now() from app.account a where a.external_id = '${account}'`)
  await sql(`
    insert into app.mail (tenant_id, id, kind, subject, account_id, user_id, state, attempts, due_at, created_at)
    select '${live.alias}', gen_random_uuid(), 'FRIEND_JOINED', gen_random_uuid(), p.account_id, p.id, 'WAITING', 0, now(), now()
    from app.account_user p where p.external_id = '${user}'`)
  await sql(`
    insert into app.invitation (tenant_id, id, account_id, user_id, address, address_hash, created_at)
    select '${live.alias}', gen_random_uuid(), p.account_id, p.id, 'friend-of-${word}@example.com', sha256('${word}'), now()
    from app.account_user p where p.external_id = '${user}'`)
  return { account, user, code, email, names, friend, path, credit }
}
