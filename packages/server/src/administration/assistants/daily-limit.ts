import { parseCurrency, priceToNumber } from '@goodword/domain/values/money'

/** The limits on an assistant's rewards in a day, and on its pending writes. */
export const dailyLimit = { rewards: 10, amountOfEachUnit: 500, waiting: 50 } as const

/** A write that counts for a day: it was carried out, or waits. */
export type CountedWrite = { readonly tool: string; readonly input: unknown; readonly state: string }

export type GivenInDay = {
  readonly rewards: number
  /** Credit and time in whole units, such as euros or days. */
  readonly amounts: readonly { readonly unit: string; readonly amount: number }[]
}

/** The rewards of the writes of a day. A percentage or a feature is one reward, and no amount. */
export function givenBy(writes: readonly CountedWrite[]): GivenInDay {
  const rewards = writes.flatMap(({ tool, input }) => (tool === GIVES ? [creditOf(input)] : []))
  const amounts = new Map<string, number>()
  for (const { unit, amount } of rewards.filter((it) => it !== null))
    amounts.set(unit, (amounts.get(unit) ?? 0) + amount)
  return {
    rewards: rewards.length,
    amounts: [...amounts].map(([unit, amount]) => ({ unit, amount })),
  }
}

const GIVES = 'give_reward'

/** Credit of a currency is in its smallest unit, and of anything else in whole units. */
function creditOf(input: unknown): { readonly unit: string; readonly amount: number } | null {
  const { unit, credit } = Object(Object(input).reward) as {
    readonly unit?: string
    readonly credit?: number
  }
  if (unit === undefined || credit === undefined) return null
  const currency = parseCurrency(unit)
  return { unit, amount: currency === null ? credit : priceToNumber({ minor: credit, currency }) }
}

/** Why an assistant may not ask for one more write today, as a sentence for it and its person; null if it may. */
export function limitReached(before: readonly CountedWrite[], next: CountedWrite): string | null {
  if (before.filter((it) => it.state === 'WAITING').length >= dailyLimit.waiting)
    return `TOO_MANY_WAITING: ${dailyLimit.waiting} changes wait for the person already. Nothing was done. They confirm or refuse them in the portal.`
  if (next.tool !== GIVES) return null
  const { rewards, amounts } = givenBy([...before, next])
  if (rewards > dailyLimit.rewards)
    return `DAILY_LIMIT_REACHED: An assistant may give ${dailyLimit.rewards} rewards within 24 hours, those that wait included. Nothing was done. The person can give more in the portal.`
  const above = amounts.find((it) => it.amount > dailyLimit.amountOfEachUnit)
  if (above === undefined) return null
  return `DAILY_LIMIT_REACHED: An assistant may give ${dailyLimit.amountOfEachUnit} ${above.unit} within 24 hours, what waits included; with this it would be ${above.amount}. Nothing was done. The person can give it in the portal.`
}
