import type { Statistics } from '@goodword/contract/statistics/statistics'
import { describe, expect, test } from 'vitest'
import { makeImporter } from '../../testing/imports/importer.ts'
import { StatisticsStory } from '../../testing/statistics/statistics-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { recountStatistics } from './recount-statistics.ts'

const service = await startTestService()
const story = new StatisticsStory(service)
const acme = story.merchant
const importer = makeImporter(service)
const code = await acme.user('ada')

type Steps = Readonly<Record<'attributed' | 'converted' | 'ended', number>>

/** The channels that a story changed, with the differences. */
async function addedBy(work: () => Promise<unknown>): Promise<Readonly<Record<string, Steps>>> {
  const before = await channels()
  await work()
  const added = (await channels()).map(({ channel, ...after }, index) => {
    const steps = (['attributed', 'converted', 'ended'] as const).map((name) => {
      return [name, after[name] - (before[index]?.[name] ?? 0)] as const
    })
    // The names are those of the steps.
    return [channel, Object.fromEntries(steps) as Steps] as const
  })
  return Object.fromEntries(
    added.filter(([, it]) => it.attributed !== 0 || it.converted !== 0 || it.ended !== 0),
  )
}

async function channels(): Promise<Statistics['channels']> {
  service.clock.now += 1000
  await story.settle()
  return (await story.read(undefined, { from: '2020-01-01', interval: 'MONTH' })).channels
}

/** A page that identifies its user, with what the script found in the tracking cookie. */
const visit = (account: string, fields: Readonly<Record<string, unknown>>) =>
  service.call('POST', '/open/identify', {
    body: { account_id: account, user_id: `${account}_user`, ...fields },
  })

const once = { attributed: 1, converted: 1, ended: 0 }

describe('a friend who came by a share link, and whose form carried the code', () => {
  test('a friend counts as the link when the server reports the sign-up, and the page identifies the user then', async () => {
    const added = await addedBy(async () => {
      await acme.friend('form', code)
      await story.settle()
      await visit('form', { cookie_referral_code: code })
      await acme.pay('form')
    })
    expect(added).toEqual({ LINK: once })
  })

  test('a friend counts as the link when sign-up and payment are one call, and the page identifies the user afterwards', async () => {
    const added = await addedBy(async () => {
      await acme.friend('checkout', code)
      await acme.pay('checkout')
      await acme.leave('checkout')
      await story.settle()
      service.clock.now += 60_000
      await visit('checkout', { cookie_referral_code: code })
    })
    expect(added).toEqual({ LINK: { ...once, ended: 1 } })
  })

  test('a friend counts as the link when the page names the code and has it in its cookie', async () => {
    const added = await addedBy(() => visit('both', { referral_code: code, cookie_referral_code: code }))
    expect(added).toEqual({ LINK: { ...once, converted: 0 } })
  })

  test('a friend who counts as the link has one event on the timeline that says so, and none in the feed', async () => {
    const { events } = (await service.call('GET', '/account/form/timeline')).body
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'referral.link.seen', reason: 'SHARE_LINK_SEEN', actor: 'browser' }),
    )
    const feed = (await service.call('GET', '/events?accountId=form')).body.events as { type: string }[]
    expect(feed.map((it) => it.type)).not.toContain('referral.link.seen')
  })
})

describe('a friend who came by a code', () => {
  test.each([
    ['without a cookie', {}],
    ['with the cookie of another link', { cookie_referral_code: 'SOMEBODY' }],
    ['with a cookie that holds no code', { cookie_referral_code: '???' }],
  ])(
    'a code counts as a code when the first page of the user is loaded %s, and later pages with the cookie',
    async (story, fields) => {
      const account = story.replaceAll(' ', '_')
      const added = await addedBy(async () => {
        await acme.friend(account, code)
        await visit(account, fields)
        await visit(account, { cookie_referral_code: code })
        await acme.pay(account)
      })
      expect(added).toEqual({ CODE: once })
    },
  )

  test('a code counts as a code when a page knew another user of the account before the one with the cookie', async () => {
    const added = await addedBy(async () => {
      await acme.user('team')
      await visit('team', { user_id: 'second_user' })
      await acme.sync('team', { referral: { code } })
      await visit('team', { user_id: 'third_user', cookie_referral_code: code })
      await acme.pay('team')
    })
    expect(added).toEqual({ CODE: once })
  })
})

test('an imported referral counts as imported at its start, its conversion and its end', async () => {
  const file = [
    'referralCode,referredAccountId,status,dateReferralStarted,dateConverted,dateReferralEnded',
    `${code},old_1,ENDED,2024-03-01T00:00:00Z,2024-04-01T00:00:00Z,2024-06-01T00:00:00Z`,
    `${code},old_2,IN_PROGRESS,2024-03-01T00:00:00Z,,`,
  ]
  const added = await addedBy(async () => {
    await importer.run('referrals', file.join('\n'))
    await acme.user('old_2')
    await visit('old_2', { cookie_referral_code: code })
    await acme.pay('old_2')
  })
  expect(added).toEqual({ IMPORTED: { attributed: 2, converted: 2, ended: 1 } })
})

test('a recount finds no difference', async () => {
  expect(await recountStatistics(service.operator, service.live.alias)).toMatchObject({ differences: 0 })
})
