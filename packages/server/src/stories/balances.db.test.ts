import type { ProgramSettings } from '@goodword/contract/program/program'
import type { TenantId } from '@goodword/domain/values/ids'
import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTenant } from '../administration/tenants/create-tenant.ts'
import { entriesOf, type Merchant, merchantAt } from '../testing/merchant.ts'
import { startTestService } from '../testing/test-service.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'

const runs = Math.ceil(propertyRuns(40) / 4)
const DAY_MS = 86_400_000
const service = await startTestService()
const processes = [service.call, await service.anotherProcess()] as const

const referrers = ['ada', 'bob'] as const
const friends = ['f1', 'f2', 'f3', 'f4'] as const
const holders = [...referrers, ...friends]
const units = ['POINT', 'DAY'] as const

const credit = fc.record(
  {
    type: fc.constantFrom('CREDIT' as const, 'TIME_CREDIT' as const),
    unit: fc.constantFrom(...units),
    credit: fc.integer({ min: 1, max: 9 }),
    monthsCreditIsValid: fc.constantFrom(1, 2),
  },
  { requiredKeys: ['type', 'unit', 'credit'] },
)
const percentage = fc.constant({ type: 'PCT_DISCOUNT' as const, discountPercent: 10 })
const settings: fc.Arbitrary<ProgramSettings> = fc.record(
  {
    referredReward: fc.option(fc.oneof(credit, percentage), { nil: null }),
    referrerReward: fc.oneof(credit, percentage),
    referrerHoldDays: fc.constantFrom(0, 20),
    maxReferrerRewards: fc.constantFrom(1, 2),
  },
  { requiredKeys: ['referredReward', 'referrerReward'] },
)

const friend = fc.constantFrom(...friends)
const holder = fc.constantFrom(...holders)
const nth = fc.nat({ max: 20 })
const actions = ['APPROVE', 'DENY', 'PEND', 'APPROVE_REFERRER', 'DENY_REFERRER', 'DENY_REFERRED'] as const
const deed = fc.oneof(
  fc.record({ kind: fc.constant('come' as const), friend, referrer: fc.constantFrom(...referrers) }),
  fc.record({ kind: fc.constantFrom('pay' as const, 'pay' as const, 'leave' as const), friend }),
  fc.record({ kind: fc.constant('give' as const), holder, credit, inDays: fc.constantFrom(0, 0, 15) }),
  fc.record({
    kind: fc.constant('redeem' as const),
    holder,
    unit: fc.constantFrom(...units),
    amount: fc.integer({ min: 1, max: 8 }),
  }),
  fc.record({ kind: fc.constant('cancel' as const), nth }),
  fc.record({ kind: fc.constant('moderate' as const), friend, action: fc.constantFrom(...actions) }),
)
type Deed = typeof deed extends fc.Arbitrary<infer It> ? It : never
/** Deeds at the same time, and how many days pass after them. */
const moment = fc.tuple(fc.array(deed, { minLength: 1, maxLength: 5 }), fc.constantFrom(0, 0, 1, 10, 20))

let made = 0
async function newWorld(program: ProgramSettings) {
  made += 1
  const { live } = await createTenant(service.operator, { alias: `world_${made}` })
  const [first, second] = [merchantAt(processes[0], live), merchantAt(processes[1], live)]
  await first.program(program)
  const codes: Record<string, string> = {}
  for (const it of referrers) codes[it] = await first.user(it)
  for (const it of friends) await first.user(it)
  return { alias: live.alias, entries: [first, second] as const, codes }
}

/** Performs the action. It may be refused by then, which other tests cover; a defect of the service fails the call itself. */
async function perform(it: Deed, merchant: Merchant, codes: Record<string, string>): Promise<unknown> {
  switch (it.kind) {
    case 'come':
      return merchant.sync(it.friend, { referral: { code: codes[it.referrer] } })
    case 'pay':
      return merchant.pay(it.friend)
    case 'leave':
      return merchant.leave(it.friend)
    case 'give': {
      const dateScheduledFor = service.clock.now + it.inDays * DAY_MS
      return merchant.give(it.holder, it.credit, { dateScheduledFor })
    }
    case 'redeem': {
      made += 1
      const body = { accountId: it.holder, unit: it.unit, amount: it.amount }
      return merchant.request('POST', '/credit/redeem', body, `redeem-${made}`)
    }
    case 'cancel': {
      const { rewards } = await merchant.requestOk('GET', '/rewards?limit=100')
      const reward = entriesOf(rewards)[it.nth]
      return reward === undefined ? null : merchant.request('POST', `/reward/${reward.id}/cancel`)
    }
    case 'moderate': {
      const { id } = await merchant.referral(it.friend)
      return id === undefined ? null : merchant.moderate(it.action, String(id))
    }
  }
}

/** Every entry of the ledger, to the last field. */
async function entriesIn(alias: TenantId): Promise<readonly string[]> {
  const text = 'select e::text as entry from app.entry e where tenant_id = $1'
  const rows = await service.owner.query<{ entry: string }>({ name: 'test.entries', text }, [alias])
  return rows.map((row) => row.entry)
}

/** The balance of each account and unit by the ledger, by the rewards, and by the look-up. */
async function balancesOf(alias: TenantId, merchant: Merchant) {
  const ledger = await service.owner.query<{ account: string; unit: string; amount: number }>(
    {
      name: 'test.balances',
      text: `select a.external_id as account, e.unit, sum(e.amount)::int8 as amount
        from app.entry e join app.account a on a.tenant_id = $1 and a.id = e.account_id
        where e.tenant_id = $1 and e.reward_type in ('CREDIT', 'TIME_CREDIT') and e.effective_at <= $2
        group by a.external_id, e.unit`,
    },
    [alias, new Date(service.clock.now).toISOString()],
  )
  const { rewards } = await merchant.requestOk('GET', '/rewards?limit=1000&status=AVAILABLE')
  const balances = await Promise.all(
    holders.flatMap((account) =>
      units.map(async (unit) => ({
        account,
        unit,
        byLookUp: await merchant.credit(account, unit),
        byLedger: ledger.find((it) => it.account === account && it.unit === unit)?.amount ?? 0,
        byRewards: entriesOf(rewards)
          .filter((it) => it.accountId === account && it.unit === unit)
          .reduce((sum, it) => sum + Number(it.credit) - Number(it.redeemedCredit), 0),
      })),
    ),
  )
  return balances
}

test(
  'I8: with concurrent rewards, redemptions, cancellations and decisions in two processes, the ledger is append-only, and a balance is the sum of its entries, of the rewards, and equals the look-up',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        settings,
        fc.array(moment, { minLength: 3, maxLength: 8 }),
        async (program, moments) => {
          const { alias, entries, codes } = await newWorld(program)
          let entered: readonly string[] = []
          for (const [deeds, days] of moments) {
            service.clock.step = 1
            await Promise.all(deeds.map((it, index) => perform(it, entries[index % 2 === 0 ? 0 : 1], codes)))
            service.clock.step = 0
            const ledger = await entriesIn(alias)
            expect(entered.filter((it) => !ledger.includes(it))).toEqual([])
            entered = ledger
            for (const it of await balancesOf(alias, entries[0])) {
              expect(it).toEqual({ ...it, byLedger: it.byLookUp, byRewards: it.byLookUp })
            }
            service.clock.now += days * DAY_MS
          }
          expect(await brokenInvariants(service.owner, alias)).toEqual([])
        },
      ),
      { numRuns: runs },
    )
  },
  60_000 + runs * 2000,
)
