import { expect, test, vi } from 'vitest'
import type { WireAnswer } from '../requests/wire-rules.ts'
import { PATIENT, type WorkerProcesses } from '../workers/worker-processes.ts'

/** A program that is connected to a processor, and what comes from there. */
export type ReplayStory = {
  readonly call: (method: 'GET' | 'POST', path: string, body?: object) => Promise<WireAnswer>
  /** Runs every job that is due. */
  readonly runJobs: () => Promise<void>
  /** Processes beside this one, which run the jobs of notifications and customers. */
  readonly workers: WorkerProcesses
  /** A friend who came with a code and has just paid a first bill of 30.00, of which the service does not know yet. */
  readonly payingFriend: (name: string, code: string) => Promise<PayingFriend>
}

export type PayingFriend = {
  /** The processor's notification about the payment: again the same, and under another event. */
  readonly events: readonly [Deliver, Deliver]
  /** The discounts on the friend's subscription, as amounts or percentages in decimal texts. */
  readonly discounts: () => Promise<readonly string[]>
  /** Delays the next change of the friend's discount, before or after it is made. */
  readonly holdDiscount: () => Promise<HeldDiscount>
}

export type HeldDiscount = {
  readonly isReached: () => Promise<boolean>
  readonly release: () => Promise<void>
}

/** Delivers an event; every call delivers the same one. */
export type Deliver = () => Promise<unknown>

/** Any notifications about a first payment leave one conversion, one reward of each side, and one discount. */
export function describeReplays(begin: () => Promise<ReplayStory>, discount: string): void {
  const replays: readonly [string, (story: ReplayStory, friend: PayingFriend) => Promise<void>][] = [
    [
      'in turn',
      async ({ runJobs }, { events: [send] }) => {
        for (const _ of [1, 2, 3]) {
          await send()
          await runJobs()
        }
      },
    ],
    [
      'at once',
      async ({ runJobs }, { events: [send] }) => {
        await Promise.all([send(), send(), send()])
        await Promise.all([runJobs(), runJobs()])
      },
    ],
    [
      'after the worker was killed that set the discount',
      async ({ runJobs, workers }, { events: [send], holdDiscount }) => {
        await send()
        const { isReached, release } = await holdDiscount()
        const worker = await workers.start()
        await vi.waitUntil(isReached, PATIENT)
        await workers.kill(worker)
        await release()
        await runJobs()
        await send()
        await runJobs()
      },
    ],
    [
      'under another event',
      async ({ runJobs }, { events: [send, sendOther] }) => {
        await send()
        await sendOther()
        await runJobs()
      },
    ],
    [
      'when it has had its effect already',
      async ({ runJobs }, { events: [send, sendOther] }) => {
        await send()
        await runJobs()
        await sendOther()
        await runJobs()
      },
    ],
  ]

  test('a first payment that is sent again leaves one conversion, one reward of each side and one discount', async () => {
    const story = await begin()
    const { call, runJobs } = story
    for (const [index, [order, replay]] of replays.entries()) {
      const [referrer, name] = [`referrer_${index}`, `friend_${index}`]
      const { body } = await call('POST', '/user', { accountId: referrer, id: `${referrer}_user` })
      const friend = await story.payingFriend(name, String(body.referralCode))
      await replay(story, friend)
      await runJobs()
      expect(await friend.discounts(), order).toEqual([discount])
      for (const account of [referrer, name]) {
        expect(
          (await call('GET', `/rewards?accountId=${account}`)).body.totalCount,
          `${order}: ${account}`,
        ).toBe(1)
      }
      const { events } = (await call('GET', '/events?type=referral.converted&limit=1000')).body
      expect((events as readonly unknown[]).length, order).toBe(index + 1)
    }
  })
}
