import type { ExportKind } from '@goodword/domain/files/export'
import { beforeAll, describe, expect, test } from 'vitest'
import { contentOf, exportNow } from '../../testing/exported-files.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const service = await startTestService()
const { ctx, live, clock, call } = service
const time = new Date(clock.now).toISOString()

let [ann, bob] = ['', '']

beforeAll(async () => {
  const person = {
    accountId: 'ann',
    id: 'u',
    firstName: 'Ann "A"',
    lastName: '=cmd|x',
    email: 'ann@example.com',
    locale: 'pt_br',
  }
  const { body } = await call('POST', '/user', { body: person })
  ann = String(body.referralCode)
  bob = await service.addUser('bob', { referral_code: ann, account_status: 'PAID' })
  await service.app.inject({ url: `/r/acme/${ann}?via=email`, headers: { 'user-agent': FIREFOX } })
})

async function recordsOf(kind: ExportKind): Promise<readonly unknown[]> {
  const row = await exportNow(ctx, live.alias, { kind, format: 'ndjson' })
  const lines = (await contentOf(ctx, live.alias, row)).split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line))
}

async function csvOf(kind: ExportKind): Promise<readonly string[]> {
  const row = await exportNow(ctx, live.alias, { kind, format: 'csv' })
  const lines = (await contentOf(ctx, live.alias, row)).split('\r\n')
  expect(lines.pop()).toBe('')
  return lines
}

function without(value: unknown, ...names: readonly string[]): object {
  return Object.fromEntries(Object.entries(Object(value)).filter(([name]) => !names.includes(name)))
}

/** The reward of a side as a cell has it. */
function rewardCell(dateExpires: number): string {
  const reward = {
    ...{ type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12, dateCreated: clock.now },
    ...{
      dateScheduledFor: null,
      dateGiven: clock.now,
      dateExpires,
      billsLeft: null,
      dateCancelled: null,
      dateRedeemed: null,
    },
  }
  return `"${JSON.stringify(reward).replaceAll('"', '""')}"`
}

/** The entries of a list of the API, oldest first. */
async function listed(path: string, name: string): Promise<readonly unknown[]> {
  const { body } = await call('GET', path)
  return (body[name] as unknown[]).toReversed()
}

describe('NDJSON', () => {
  test('NDJSON has users, referrals and rewards as the API lists them', async () => {
    const state = { blockReason: null, dateClosed: null, dateCodeDisabled: null, dateCodeExpires: null }
    const users = await listed('/users', 'users')
    expect(await recordsOf('users')).toEqual(
      users.map((it) => ({ ...Object(it), ...state, furtherCodes: [], formerCodes: [] })),
    )
    const referrals = await listed('/referrals', 'referrals')
    expect(await recordsOf('referrals')).toEqual(
      referrals.map((it) => ({
        // The amount at stake and the related referrals change with time.
        ...without(it, 'amountAtStake', 'othersInCluster'),
        dateUnconfirmed: clock.now,
      })),
    )
    // Names of people are in their own file.
    const rewards = (await listed('/rewards', 'rewards')).map((it) => without(it, 'user'))
    expect(await recordsOf('rewards')).toEqual(rewards)
  })

  test('NDJSON has the events of all timelines, with account and user', async () => {
    const events = await listed('/account/bob/timeline', 'events')
    const exported = (await recordsOf('events')) as Record<string, unknown>[]
    const ofBob = exported.filter((it) => it.accountId === 'bob')
    expect(ofBob).toEqual(
      events.map((it) => expect.objectContaining(without(it, 'referredAccountId', 'referredUser'))),
    )
    expect(ofBob.find((it) => it.type === 'referral.started')).toMatchObject({ referralCode: ann })
    expect(exported.find((it) => it.accountId === 'ann')).toMatchObject({ type: 'user.created', userId: 'u' })
  })

  test('NDJSON has the clicks of a test program at the times of its clock, and in a range of that clock', async () => {
    const { alias } = service.test
    const merchant = merchantAt(call, service.test)
    const code = await merchant.user('tess')
    await merchant.program({ landingPage: 'https://www.example.com/' })
    const visit = () => service.app.inject({ url: `/r/${alias}/${code}`, headers: { 'user-agent': FIREFOX } })
    await visit()
    const YEAR_MS = 365 * 86_400_000
    await merchant.moveClock(clock.now + YEAR_MS)
    await visit()
    const datesIn = async (range: { readonly from?: number; readonly to?: number }) => {
      const row = await exportNow(ctx, alias, { kind: 'clicks', format: 'ndjson', ...range })
      const lines = (await contentOf(ctx, alias, row)).split('\n').slice(0, -1)
      return lines.map((line) => Number(JSON.parse(line).date))
    }
    const [first = 0, second = 0, ...others] = await datesIn({})
    expect(others).toEqual([])
    expect(second - first).toBeGreaterThanOrEqual(YEAR_MS)
    expect(await datesIn({ from: first + 1 })).toEqual([second])
    expect(await datesIn({ from: second })).toEqual([second])
    expect(await datesIn({ to: second - 1 })).toEqual([first])
    expect(await datesIn({ from: first, to: second })).toEqual([first, second])
  })

  test('NDJSON has clicks, with the user whose link it was', async () => {
    expect(await recordsOf('clicks')).toEqual([
      {
        id: expect.any(String),
        date: expect.any(Number),
        accountId: 'ann',
        userId: 'u',
        referralCode: ann,
        via: 'email',
        visitor: expect.any(String),
      },
    ])
  })
})

describe('CSV', () => {
  test('CSV has users with the columns of an import first', async () => {
    expect(await csvOf('users')).toEqual([
      '\ufeffaccountId,id,email,firstName,lastName,locale,referralCode,shareLink,dateCreated,dateBlocked,blockReason,' +
        'dateClosed,dateCodeDisabled,dateCodeExpires,furtherCodes,formerCodes',
      `ann,u,ann@example.com,"Ann ""A""",'=cmd|x,pt-BR,${ann},https://goodword.example.com/r/acme/${ann},${time},,,,,,,`,
      `bob,bob_user,,,,,${bob},https://goodword.example.com/r/acme/${bob},${time},,,,,,,`,
    ])
  })

  test('CSV has referrals with the columns of an import first', async () => {
    const [referral] = (await recordsOf('referrals')) as {
      id: string
      referrerReward: { id: string }
      referredReward: { id: string }
    }[]
    expect(await csvOf('referrals')).toEqual([
      '\ufeffreferralCode,referredAccountId,status,dateReferralStarted,dateConverted,dateReferralEnded,id,' +
        'referringAccountId,referrerUserId,referredUserId,referrerModerationStatus,referredModerationStatus,' +
        'referrerRewardId,referredRewardId,fraudSignals,attributedByHand,referrerDecidedBy,referrerDecidedAs,' +
        'dateReferrerDecided,referredDecidedBy,referredDecidedAs,dateReferredDecided,referrerReward,' +
        'referredReward,dateUnconfirmed',
      `${ann},bob,CONVERTED,${time},${time},,${referral?.id},ann,u,bob_user,APPROVED,APPROVED,` +
        `${referral?.referrerReward.id},${referral?.referredReward.id},,false,,,,,,,` +
        `${rewardCell(Date.UTC(2027, 0, 31, 12))},${rewardCell(Date.UTC(2027, 0, 31))},${time}`,
    ])
  })

  test('CSV has rewards of every type in the same columns', async () => {
    const reward = { type: 'CREDIT', unit: 'EUR', credit: 500, monthsCreditIsValid: 3 }
    const seats = { type: 'FEATURE', featureType: 'SEAT', quantity: 2 }
    for (const [key, it] of Object.entries({ reward, seats })) {
      const headers = { 'idempotency-key': key }
      await call('POST', '/rewards', { body: { accountId: 'bob', reward: it }, headers })
    }
    const [header, ...lines] = await csvOf('rewards')
    expect(header).toBe(
      '\ufeffid,accountId,userId,referralId,rewardSource,type,statuses,discountPercent,monthsDiscountIsValid,unit,' +
        'credit,redeemedCredit,reservedCredit,monthsCreditIsValid,featureType,quantity,milestoneFriends,dateCreated,dateScheduledFor,dateGiven,' +
        'dateExpires,billsLeft,dateCancelled,dateRedeemed,stacking,sharePercent,monthsShareIsValid,maxCreditPerMonth,queuePosition,dateBegins,takenBackCredit',
    )
    const shown = lines.map((line) => line.split(',').slice(4, 16).join(',')).toSorted()
    expect(shown).toEqual([
      'FRIEND_SIGNUP,PCT_DISCOUNT,AVAILABLE,10,12,,,,,,,',
      'MANUAL,CREDIT,AVAILABLE,,,EUR,500,0,,3,,',
      'MANUAL,FEATURE,AVAILABLE,,,,,,,,SEAT,2',
      'REFERRED,PCT_DISCOUNT,AVAILABLE,10,12,,,,,,,',
    ])
  })

  test('CSV has events and clicks', async () => {
    const [events, first] = await csvOf('events')
    expect(events).toBe(
      '\ufeffid,date,type,reason,message,actor,accountId,userId,referralCode,referralId,rewardId,note,author',
    )
    expect(first).toMatch(new RegExp(`^[-0-9a-f]{36},${time},user.created,`))
    const [clicks, click] = await csvOf('clicks')
    expect(clicks).toBe('\ufeffid,date,accountId,userId,referralCode,via,visitor')
    expect(click).toMatch(new RegExp(`,ann,u,${ann},email,[-0-9a-f]{36}$`))
  })
})
