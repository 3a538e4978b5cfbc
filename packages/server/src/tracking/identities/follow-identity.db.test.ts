import { createHash } from 'node:crypto'
import type { EvidenceKind } from '@goodword/domain/fraud/fraud-history'
import { MAX_ACCOUNTS_OF_PERSON } from '@goodword/domain/fraud/identities'
import type { Command, Source } from '@goodword/domain/referrals/command'
import type { ReferralCode } from '@goodword/domain/referrals/referral-code'
import type { AccountId, AccountKey, UserId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { beginErasure } from '../../privacy/erasure/begin-erasure.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, type TestTenant, tenantAt } from '../../testing/test-tenant.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'
import { decideIn } from '../decide-calls.ts'
import { saveIn } from '../save-decided.ts'
import { track } from '../track.ts'
import { followIdentity } from './follow-identity.ts'

const db = await createTestDatabase()
const secondProcess = db.connectService()

const query = <Row>(text: string, values: readonly unknown[]) =>
  db.owner.query<Row>({ name: '', text }, values)
const never = new AbortController().signal
const paid: Command = { kind: 'report', status: 'PAID' }
const uses = (code: ReferralCode): Command => ({ kind: 'attribute', evidence: 'explicit', code })

/** A key as the keyed hash of a card or device is stored. */
function keyOf(name: string): string {
  const hex = createHash('md5').update(name).digest('hex')
  return hex.replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

async function story(name: string) {
  const tenant = await makeTestTenant(db, name)
  return { ...storyOf(tenant), second: storyOf(tenantAt(secondProcess, tenant.id)) }
}

function storyOf(tenant: TestTenant) {
  const call = (
    id: string,
    keys: readonly [EvidenceKind, string][],
    commands: Command[],
    source: Source = 'server',
  ) =>
    track(tenant.ctx, tenant.id, {
      call: {
        accountId: id as AccountId,
        source,
        commands,
        observed: { keys: keys.map(([kind, value]) => ({ kind, key: keyOf(value) })), facts: {} },
      },
      actor: source,
    })
  const jobs = () =>
    query<{ subject: AccountKey }>(
      `delete from app.job where tenant_id = $1 and kind = 'FOLLOW_IDENTITY' returning subject`,
      [tenant.id],
    )
  return {
    tenant,
    call,
    jobs,
    /** An account joins with a card, by a code if it is given, and has a code of its own. */
    async joins(id: string, card: string, code?: ReferralCode): Promise<ReferralCode> {
      const commands = [tenant.identify(`user of ${id}`), ...(code === undefined ? [] : [uses(code)])]
      await call(id, [['card', card]], commands)
      return tenant.referrer(id, `user of ${id}`)
    },
    /** Runs the jobs that are there, in an order that depends on nothing. */
    async follow(): Promise<number> {
      const subjects = (await jobs()).map((it) => it.subject).sort()
      for (const it of subjects) await followIdentity(tenant.ctx, tenant.id, it, never)
      return subjects.length
    },
    async people(): Promise<readonly string[]> {
      const rows = await query<{ names: string }>(
        `select string_agg(a.external_id, ' ' order by a.external_id) as names
         from app.account_identity i join app.account a on a.tenant_id = $1 and a.id = i.account_id
         where i.tenant_id = $1 group by coalesce(i.root, i.account_id), i.root order by 1`,
        [tenant.id],
      )
      return rows.map((it) => it.names)
    },
    async referral(id: string) {
      const [row] = await query<{ sides: string; rules: string[]; facts: Record<string, number> }>(
        `select r.referred_moderation || ' ' || r.referrer_moderation as sides, r.facts,
           array(select s ->> 'rule' from jsonb_array_elements(r.signals) s) as rules
         from app.referral r join app.account a on a.tenant_id = $1 and a.id = r.referred_account_id
         where r.tenant_id = $1 and a.external_id = $2`,
        [tenant.id, id],
      )
      return row
    },
  }
}

test.each([3, 6])(
  'all of a chain of %i referrals that leads back to the same person are held',
  async (length) => {
    const ring = await story(`ring_of_${length}`)
    let code = await ring.joins('person 0', 'card 0')
    for (let it = 1; it < length; it++) code = await ring.joins(`person ${it}`, `card ${it}`, code)
    expect(await ring.follow()).toBe(0)
    await ring.joins('again', 'card 0', code)
    expect(await ring.follow()).toBe(1)
    expect(await ring.people()).toEqual(['again person 0'])
    const state = { sides: 'APPROVED PENDING', rules: ['REFERRAL_RING'] }
    expect(await ring.referral('again')).toMatchObject({ ...state, facts: { ringLength: length } })
    for (let it = 1; it < length; it++)
      expect(await ring.referral(`person ${it}`)).toMatchObject({ ...state, facts: { ringLength: length } })
    expect(await brokenInvariants(db.owner, ring.tenant.id)).toEqual([])
  },
)

test('a ring is held when it is known only after the conversion, and its reward is taken back', async () => {
  const ring = await story('ring_later')
  const code = await ring.joins('ada', 'card of ada', await ring.joins('ben', 'card of ben'))
  await ring.call('second of ben', [['card', 'another']], [ring.tenant.identify('b2'), uses(code), paid])
  expect(await ring.referral('second of ben')).toMatchObject({ sides: 'APPROVED APPROVED' })
  await ring.call('ben', [['card', 'another']], [])
  await ring.follow()
  const facts = { ringLength: 2 }
  expect(await ring.referral('second of ben')).toMatchObject({ sides: 'APPROVED PENDING', facts })
  const rewards = await query<{ source: string }>(
    `select source from app.reward where tenant_id = $1 and cancelled_at is null and source <> 'REFERRED'`,
    [ring.tenant.id],
  )
  expect(rewards).toEqual([])
})

test('the first of several friends with one card is held as soon as the second has it, also after the conversion', async () => {
  const { tenant, call, follow, referral } = await story('first_of_card')
  const [code, other] = [await tenant.referrer('ada'), await tenant.referrer('other')]
  const pays = (id: string, by: ReferralCode) =>
    call(id, [['card', 'shared']], [tenant.identify(id), uses(by), paid])
  await pays('first', code)
  await pays('stranger', other)
  await follow()
  expect(await referral('first')).toMatchObject({ sides: 'APPROVED APPROVED' })
  await pays('second', code)
  await follow()
  const state = { sides: 'PENDING PENDING', facts: { friendsOnCard: 1 } }
  for (const it of ['first', 'second']) expect(await referral(it)).toMatchObject(state)
  expect(await referral('stranger')).toMatchObject({ rules: ['COUPON_CYCLING'], facts: { friendsOnCard: 0 } })
})

test('friend and referrer who show one card only after the referral, in one list, are held', async () => {
  const { tenant, call, follow, referral } = await story('card_in_one_list')
  const code = await tenant.referrer('ada')
  await call('bob', [], [tenant.identify('b'), uses(code)])
  await Promise.all([call('bob', [['card', 'one']], []), call('ada', [['card', 'one']], [])])
  await follow()
  expect(await referral('bob')).toMatchObject({ sides: 'PENDING PENDING', facts: { sharedCards: 1 } })
})

test('friend and referrer are the same person by a third account, at the start of a later referral at once', async () => {
  const { tenant, call, joins, follow, referral, people } = await story('same_person')
  const code = await joins('ada', 'card of ada')
  await call('third', [['card', 'card of ada']], [])
  await call('third', [['device', 'laptop']], [])
  await call('bob', [['device', 'laptop']], [tenant.identify('b'), uses(code)])
  expect((await referral('bob'))?.facts).not.toHaveProperty('samePerson')
  await follow()
  expect(await people()).toEqual(['ada bob third'])
  expect(await referral('bob')).toMatchObject({
    rules: ['SAME_PERSON'],
    facts: { samePerson: 1, sharedDevices: 0 },
  })
  await call('cyd', [['device', 'laptop']], [tenant.identify('c')])
  await follow()
  await call('cyd', [], [uses(code)])
  expect(await referral('cyd')).toMatchObject({ rules: ['SAME_PERSON'], facts: { samePerson: 1 } })
})

test('a mailbox that the server names merges accounts, one that only a page named does not', async () => {
  const { tenant, follow, people } = await story('mailboxes')
  const mail = (address: string) => tenant.identify('u', { email: address })
  await tenant.track('ada', 'server', mail('ada@example.com'))
  await tenant.track('page', 'server', tenant.identify('u'))
  await tenant.track('page', 'browser', mail('ada@example.com'))
  expect(await follow()).toBe(0)
  await tenant.track('second of ada', 'server', mail('Ada+2@example.com'), tenant.identify('v'))
  await tenant.track('other', 'server', mail('other@example.com'))
  expect(await follow()).toBe(1)
  expect(await people()).toEqual(['ada second of ada'])
  await tenant.track(
    'second of ada',
    'server',
    mail('Ada+2@example.com'),
    tenant.identify('v', { firstName: 'A' }),
  )
  expect(await follow()).toBe(0)
})

test('accounts that only an erased one held together are separated, others stay together', async () => {
  const { tenant, call, follow, people } = await story('separated')
  const cards = { ada: ['one', 'three'], bob: ['two'], cyd: ['two'], dan: ['three'], between: ['one', 'two'] }
  for (const [id, names] of Object.entries(cards))
    for (const it of names) await call(id, [['card', it]], [tenant.identify(`user of ${id}`)])
  await follow()
  expect(await people()).toEqual(['ada between bob cyd dan'])
  const erase = async (id: string) => {
    await beginErasure(tenant.ctx, tenant.id, id as AccountId, `user of ${id}` as UserId)
    await follow()
    return people()
  }
  expect(await erase('between')).toEqual(['ada dan', 'bob cyd'])
  expect(await erase('dan')).toEqual(['bob cyd'])
})

test('a person who has a friend’s reward again, with another account, is counted in the later referral', async () => {
  const { tenant, call, follow, referral } = await story('again')
  const [one, other] = [await tenant.referrer('one'), await tenant.referrer('other')]
  await call('bob', [['card', 'bob']], [tenant.identify('b'), uses(one)])
  await call('second of bob', [['card', 'bob']], [tenant.identify('b2'), uses(other)])
  await follow()
  const state = { rules: ['COUPON_CYCLING'], facts: { friendRewardsBefore: 1 } }
  expect(await referral('second of bob')).toMatchObject(state)
  expect((await referral('bob'))?.facts).not.toHaveProperty('friendRewardsBefore')
  await call('third of bob', [['card', 'bob']], [tenant.identify('b3')])
  await follow()
  await call('third of bob', [], [uses(other)])
  await follow()
  expect((await referral('third of bob'))?.facts).toMatchObject({ friendRewardsBefore: 2 })
})

test('accounts that get a card at a time, in two processes and in one list, are merged, and run no needless jobs', async () => {
  const one = await story('at_a_time')
  const pairs = Array.from({ length: 20 }, (_, it) => it)
  await Promise.all(
    pairs.flatMap((it) => [
      one.call(`a ${it}`, [['card', `card ${it}`]], []),
      one.second.call(`b ${it}`, [['card', `card ${it}`]], []),
      one.call(`c ${it}`, [['card', `card ${it}`]], []),
    ]),
  )
  const jobs = await one.jobs()
  const { ctx, id } = one.tenant
  const contexts = [ctx, one.second.tenant.ctx] as const
  await Promise.all(
    jobs.map(({ subject }, it) => followIdentity(contexts[it % 2 === 0 ? 0 : 1], id, subject, never)),
  )
  expect(await one.people()).toEqual(pairs.map((it) => `a ${it} b ${it} c ${it}`).sort())
  await Promise.all(pairs.map((it) => one.call(`a ${it}`, [['card', `card ${it}`]], [paid])))
  expect(await one.follow()).toBe(0)
})

test('a transaction that adds a card and is overtaken by another is repeated, and asks for the merge', async () => {
  const { tenant, second, follow, people } = await story('overtaken')
  const observed = { keys: [{ kind: 'card', key: keyOf('card') }], facts: {} } as const
  const call = { accountId: 'ada' as AccountId, source: 'server', commands: [], observed } as const
  let isOvertaken = false
  await tenant.ctx.writeTenant(tenant.id, async (tx) => {
    const decided = await decideIn(tx, [{ call, actor: 'server' }])
    if (!isOvertaken) await second.call('bob', [['card', 'card']], [])
    isOvertaken = true
    saveIn(tx, decided)
  })
  expect(await follow()).toBe(1)
  expect(await people()).toEqual(['ada bob'])
})

test('accounts of other tenants with the same card are other people', async () => {
  const live = await story('same_card')
  const all = [live, await story('test_same_card'), await story('other_same_card')]
  for (const it of all) await it.joins('ada', 'card')
  for (const it of all) {
    expect(await it.follow()).toBe(0)
    expect(await it.people()).toEqual([])
  }
})

test('a card of more accounts than a person has separates them again, except by what else links them, and costs nothing from then on', async () => {
  const { call, jobs, tenant, people } = await story('everybodys_card')
  for (const id of ['account 1', 'account 2']) await call(id, [['device', 'a laptop']], [])
  const add = (from: number, to: number) =>
    Promise.all(
      Array.from({ length: to - from }, (_, it) =>
        call(`account ${from + it}`, [['card', 'everybody’s']], []),
      ),
    )
  await add(0, MAX_ACCOUNTS_OF_PERSON)
  const [last] = await jobs()
  if (last === undefined) throw new Error('no job for the accounts')
  const run = (account: AccountKey) => followIdentity(tenant.ctx, tenant.id, account, never)
  await run(last.subject)
  const sizes = () =>
    query<{ size: number; is_person: boolean }>(
      `select count(*)::int4 as size, root is not null as is_person
       from app.account_identity where tenant_id = $1 group by root order by 1`,
      [tenant.id],
    )
  expect(await sizes()).toEqual([{ size: MAX_ACCOUNTS_OF_PERSON, is_person: true }])
  await add(MAX_ACCOUNTS_OF_PERSON, MAX_ACCOUNTS_OF_PERSON + 1)
  for (const { subject } of await jobs()) await run(subject)
  expect(await people()).toEqual(['account 1 account 2'])
  await add(MAX_ACCOUNTS_OF_PERSON + 1, MAX_ACCOUNTS_OF_PERSON + 40)
  expect(await jobs()).toEqual([])
  await run(last.subject)
  expect(await people()).toEqual(['account 1 account 2'])
})
