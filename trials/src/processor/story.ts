import type { Cast, Friend } from './cast.ts'
import type { Gateway, Subscriber } from './gateway.ts'
import type { Action, Staff } from './staff.ts'
import type { ProcessorTarget } from './target.ts'

type Act = { readonly day: number; readonly run: () => Promise<void> }

const DISCOUNT = '3.00'
const TRIAL_DAYS = 10

export type StoryOf = {
  readonly gateway: Gateway
  readonly target: ProcessorTarget
  readonly staff: Staff
  readonly cast: Cast
}

/** What the merchant, its friends, its staff and an attacker do, day by day. */
export function createStory({ gateway, target, staff, cast }: StoryOf): {
  pass(day: number): Promise<void>
} {
  const codes = new Map<string, string>()
  const known = new Map<string, Subscriber>()
  const acts = [
    ...cast.referrers.map((name) => on(0, () => addReferrer(name))),
    ...cast.friends.flatMap(actsOf),
    ...cast.outsiders.map((name, index) => on(2 + index, () => claim(name))),
  ]
  return {
    /** Everything that happens on this day. */
    async pass(day: number): Promise<void> {
      for (const it of acts) if (it.day === day) await it.run()
    },
  }

  function actsOf(friend: Friend): readonly Act[] {
    const { name, kind, joinsOn, leavesOn } = friend
    const moderate = (action: Action) => () => staff.decide(name, action)
    const join = on(joinsOn, () => addFriend(friend))
    if (leavesOn !== null) return [join, on(leavesOn, () => gateway.cancel(found(name)))]
    if (kind === 'denied') return [join, on(joinsOn + 12, moderate('DENY_REFERRER'))]
    if (kind === 'excluded') return [join, on(joinsOn + 12, moderate('DENY_REFERRED'))]
    if (kind !== 'approved again') return [join]
    return [join, on(joinsOn + 12, moderate('DENY_REFERRER')), on(joinsOn + 20, moderate('APPROVE_REFERRER'))]
  }

  async function addReferrer(name: string): Promise<void> {
    codes.set(name, await target.addReferrer(await gateway.subscribe(name)))
  }

  async function addFriend({ name, kind, referrer }: Friend): Promise<void> {
    const options =
      kind === 'not looked up' ? {} : kind === 'in trial' ? { trialDays: TRIAL_DAYS } : { discount: DISCOUNT }
    const subscriber = await gateway.subscribe(name, options)
    known.set(name, subscriber)
    const code = codes.get(referrer) ?? ''
    await target.link(subscriber, code)
    await target.linkRival(subscriber, `${name}_rival`, code)
  }

  /** The customers of a friend and of an outsider are claimed. */
  async function claim(name: string): Promise<void> {
    const code = codes.get(cast.referrers[0] ?? '') ?? ''
    const { customerId } = await gateway.subscribe(name)
    await target.claim(customerId, `${name}_account`, code)
    const [friend] = known.values()
    if (friend !== undefined) await target.claim(friend.customerId, `${name}_account`, code)
  }

  function found(name: string): Subscriber {
    const subscriber = known.get(name)
    if (subscriber === undefined) throw new Error(`${name} has not joined`)
    return subscriber
  }
}

function on(day: number, run: () => Promise<void>): Act {
  return { day, run }
}
