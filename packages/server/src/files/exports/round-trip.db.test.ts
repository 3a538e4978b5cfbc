import type { ExportFormat, ExportKind } from '@goodword/domain/files/export'
import { beforeAll, describe, expect, test } from 'vitest'
import { contentOf, exportNow, runJobs } from '../../testing/exported-files.ts'
import { makeImporter } from '../../testing/imports/importer.ts'
import { historyAccounts, historyCodes, makeRichHistory } from '../../testing/imports/rich-history.ts'
import { startTestService, type TestService } from '../../testing/test-service.ts'

const DAY_MS = 86_400_000
const KINDS = ['users', 'referrals', 'balances'] as const

const from = await startTestService()
const into = { csv: await startTestService(), ndjson: await startTestService() }

beforeAll(() => makeRichHistory(from))

async function fileOf(kind: ExportKind, format: ExportFormat): Promise<string> {
  return contentOf(from.ctx, from.live.alias, await exportNow(from.ctx, from.live.alias, { kind, format }))
}

type Fields = Readonly<Record<string, unknown>>

/** Leaves out what differs between installations and means nothing: ids of ours, and the ends of API keys. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds)
  if (typeof value === 'string') return value.replace(/\*{4}\w+/, '****')
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([name]) => !['id', 'referralId'].includes(name))
  return Object.fromEntries(entries.map(([name, it]) => [name, withoutIds(it)]))
}

/** Leaves out units of which an account has nothing: cancelled rewards are in no file. */
function withoutEmpty({ credits, ...discount }: Fields): Fields {
  return { ...discount, credits: (credits as { available: number }[]).filter((it) => it.available !== 0) }
}

/** Everything that money depends on, as the API shows it at the present time of a service. */
async function moneyOf({ call }: TestService): Promise<Fields> {
  const discounts = await Promise.all(
    historyAccounts.map((id) => call('GET', `/account/${id}/reward?value=100&currency=EUR`)),
  )
  const codes = await Promise.all(historyCodes.map((code) => call('GET', `/code/${code}`)))
  const { body: referrals } = await call('GET', '/referrals?limit=100')
  const { body: users } = await call('GET', '/users?limit=100')
  return {
    discounts: discounts.map(({ status, body }) => (status === 200 ? withoutEmpty(body) : [status, body])),
    codes: codes.map(({ status, body }, index) => [
      historyCodes[index],
      status,
      body.apiErrorCode ?? body.discountPercentage,
    ]),
    referrals: (referrals.referrals as Fields[])
      .map(({ id: _id, referrerUser: _one, referredUser: _other, fraudSignals: _signals, ...it }) =>
        withoutIds(it),
      )
      .sort(byText),
    blocked: (users.users as Fields[])
      .map(({ accountId, dateBlocked }) => ({ accountId, dateBlocked }))
      .sort(byText),
  }
}

function byText(one: unknown, other: unknown): number {
  return JSON.stringify(one) < JSON.stringify(other) ? -1 : 1
}

/** Does the same in both. */
async function inBoth(to: TestService, act: (service: TestService) => Promise<unknown>): Promise<void> {
  for (const service of [from, to]) {
    await act(service)
    await runJobs(service.ctx, service.live.alias)
  }
}

describe.each(['csv', 'ndjson'] as const)('a program that moves to another installation as %s', (format) => {
  const to = into[format]
  const importer = makeImporter(to)
  const options = { type: format === 'csv' ? 'text/csv' : 'application/x-ndjson' }
  const files: string[] = []

  test('a program that moves to another installation keeps decisions, blocks, codes, rewards and balances, at every later time', async () => {
    to.clock.now = from.clock.now
    const { body: program } = await from.call('GET', '/program')
    await to.setProgram({
      referredReward: program.referredReward as never,
      referrerReward: program.referrerReward as never,
      referrerHoldDays: 14,
    })
    to.clock.now = from.clock.now
    for (const kind of KINDS) {
      const file = await fileOf(kind, format)
      files.push(file)
      const done = await importer.run(kind, file, '', options)
      expect([kind, done, await importer.errors()]).toEqual([
        kind,
        expect.objectContaining({ state: 'DONE', rejected: 0, ignoredColumns: [] }),
        [],
      ])
    }
    const start = from.clock.now
    for (const days of [0, 15, 40, 60, 100, 200, 400]) {
      for (const service of [from, to]) service.clock.now = start + days * DAY_MS
      expect(await moneyOf(to)).toEqual(await moneyOf(from))
    }
    for (const service of [from, to]) service.clock.now = start
  })

  test('a program that moves is not changed by the same files again', async () => {
    const before = await importer.records()
    for (const [index, kind] of KINDS.entries()) {
      const again = await importer.run(kind, files[index] ?? '', '', options)
      expect(again).toMatchObject({ created: 0, updated: 0, rejected: 0 })
    }
    expect(await importer.records()).toEqual(before)
  })
})

test('what happens after the move comes to the same in both', async () => {
  const to = into.csv
  const status = (id: string, value: string) => (service: TestService) =>
    service.call('POST', '/accountsync', { body: { id, subscription: { status: value } } })
  const decide = (id: string, action: string) => async (service: TestService) => {
    const { body } = await service.call('GET', `/referrals?referredAccountId=${id}`)
    const [referral] = body.referrals as { id: string }[]
    const actions = [{ referralId: referral?.id, action }]
    await service.call('POST', '/referrals/moderate', { body: { actions } })
  }
  await inBoth(to, status('in_progress', 'PAID'))
  await inBoth(to, status('credit_waits', 'PAID'))
  await inBoth(to, status('converted', 'CANCELLED'))
  await inBoth(to, decide('denied', 'APPROVE'))
  await inBoth(to, decide('taken_back', 'APPROVE'))
  await inBoth(to, decide('credited', 'DENY'))
  await inBoth(to, (service) => service.call('POST', '/account/cy/unblock', { body: { reason: 'Settled' } }))
  await inBoth(to, (service) =>
    service.call('POST', '/accountsync', { body: { id: 'old', referral: { code: 'ADA' } } }),
  )
  expect(await moneyOf(to)).toEqual(await moneyOf(from))
})

test('a referral that was decided otherwise is refused by the name of the column', async () => {
  const importer = makeImporter(into.csv)
  const header =
    'referralCode,referredAccountId,dateReferralStarted,referrerModerationStatus,referredModerationStatus'
  const rows = `${header}\nBEA,denied_referrer,2020-01-01,APPROVED,\n`
  expect(await importer.run('referrals', rows)).toMatchObject({ rejected: 1 })
  expect(await importer.errors()).toMatchObject([
    {
      line: 2,
      field: 'referrerModerationStatus',
      code: 'REFERRAL_DIFFERS',
      message: expect.stringContaining('APPROVED'),
    },
  ])
})
