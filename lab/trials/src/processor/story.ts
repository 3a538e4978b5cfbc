import type { Cast, Friend } from './cast.ts'
import type { Gateway, Subscriber } from './gateway.ts'
import type { Action, Staff } from './staff.ts'
import type { ProcessorTarget } from './target.ts'

/** Someone subscribes, or something else is done. */
type Act = { readonly day: number; readonly subscribes: boolean; readonly run: () => Promise<void> }

const TRIAL_DAYS = 10

export type StoryOf = {
  readonly gateway: Gateway
  readonly target: ProcessorTarget
  readonly staff: Staff
  readonly cast: Cast
}

export type Story = {
  /** Whether someone subscribes on this day. */
  subscribesOn(day: number): boolean
  subscribe(day: number): Promise<void>
  /** Everything else that happens on this day. */
  act(day: number): Promise<void>
}

/** What the merchant, its friends, its staff and an attacker do, day by day. */
export function createStory({ gateway, target, staff, cast }: StoryOf): Story {
  const codes = new Map<string, string>()
  const known = new Map<string, Subscriber>()
  const acts = [
    ...cast.referrers.map((name) => subscribing(0, () => addReferrer(name))),
    ...cast.friends.flatMap(actsOf),
    ...cast.outsiders.map((name, index) => subscribing(2 + index, () => claim(name))),
  ]
  const run = async (day: number, subscribes: boolean) => {
    for (const it of acts) if (it.day === day && it.subscribes === subscribes) await it.run()
  }
  return {
    subscribesOn: (day) => acts.some((it) => it.day === day && it.subscribes),
    subscribe: (day) => run(day, true),
    act: (day) => run(day, false),
  }

  function actsOf(friend: Friend): readonly Act[] {
    const { name, kind, joinsOn, leavesOn } = friend
    const moderate = (action: Action) => () => staff.decide(name, action)
    const join = subscribing(joinsOn, () => addFriend(friend))
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
      kind === 'not looked up' ? {} : kind === 'in trial' ? { trialDays: TRIAL_DAYS } : { isLookedUp: true }
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
  return { day, subscribes: false, run }
}

function subscribing(day: number, run: () => Promise<void>): Act {
  return { ...on(day, run), subscribes: true }
}
