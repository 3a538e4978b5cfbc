import { draw, generator } from './drawing.ts'
import type { Friend, Via } from './friends.ts'
import { makeNames } from './names.ts'
import { personOf, personWithFullName } from './person.ts'
import { billingDays, LAST_DAY, moveFor } from './year.ts'

/** A visit of a share link without a later sign-up; `referrer` is the ID of its owner. */
export type Visit = { readonly day: number; readonly referrer: string; readonly via: Via }

const FRIENDS = 330
const VISITS = 1150
/** The people of each year are the same. */
const SEED = 20_177
const FIRST_DAY = 12
const DAYS = LAST_DAY - FIRST_DAY + 1

/** Customers who bring many friends: how easily they do, and the day from which they can. */
const knownReferrers = [
  ['Alba', 34, 0],
  ['Chloé', 20, 9],
  ['Dev', 9, 16],
  ['Ivy', 6, 26],
  ['Elena', 13, 30],
  ['Jonas', 8, 34],
  ['Lucia', 7, 52],
  ['Grete', 5, 61],
  ['Hiro', 16, 75],
  ['Priya', 18, 84],
  ['Umar', 8, 137],
  ['Yusuf', 7, 177],
] as const

/** How friends come: the share of them all, and of them who pay. */
const ways: readonly { readonly via: Via; readonly share: number; readonly paying: number }[] = [
  { via: 'direct', share: 28, paying: 0.5 },
  { via: 'whatsapp', share: 27, paying: 0.58 },
  { via: 'email', share: 13, paying: 0.55 },
  { via: 'facebook', share: 9, paying: 0.28 },
  { via: 'twitter', share: 5, paying: 0.25 },
  { via: 'code', share: 18, paying: 0.68 },
]
/** What friends pay a month. The payment gateway charges the cards of those who take the largest plan. */
const prices = [12, 12, 12, 22, 22, 22, 22, 49]
const PRICE_BY_CARD = 49

type Referrer = { readonly id: string; readonly pull: number; readonly from: number; lastMove: number }

/**
 * The friends beside those of the list, and visits of share links: always more of both, few in summer, and most of them before
 * the end of the year. A few referrers bring most of the friends.
 */
export function makeCrowd(startedAt: number): {
  readonly friends: readonly Friend[]
  readonly visits: readonly Visit[]
} {
  const random = generator(SEED)
  const billed = billingDays(startedAt)
  const moveOf = moveFor(startedAt)
  const referrers: Referrer[] = knownReferrers.map(([name, pull, from]) => ({
    id: personOf(name).id,
    pull,
    from,
    lastMove: -1,
  }))

  const friends = makeNames(FRIENDS, random).map((name, index): Friend => {
    const person = personWithFullName(name)
    const joins = dayAt((index + random()) / FRIENDS)
    const move = moveOf(joins)
    // Several at one moment would be a burst for the fraud rules.
    const referrer = drawReferrer(joins, (it) => it.lastMove !== move)
    referrer.lastMove = move
    const { via, paying } = draw(ways, random(), (it) => it.share)
    const isPaying = random() < paying
    const price = draw(prices, random())
    const paysByCard = isPaying && price === PRICE_BY_CARD
    const trial = 5 + Math.floor(random() * 18)
    const firstBill = billed.find((it) => it > joins) ?? null
    const pays = !isPaying ? null : paysByCard ? firstBill : joins + trial
    const stays =
      random() < (isPaying ? 0.16 : 0.5) ? trial + Math.floor(random() * (isPaying ? 150 : 15)) : null
    // Most bring one friend or none.
    const pull = Math.min(9, 0.3 / (0.02 + random()))
    if (pays !== null) referrers.push({ id: person.id, pull, from: pays + 7, lastMove: -1 })
    return {
      person,
      referrer: referrer.id,
      via,
      joins,
      pays,
      leaves: stays === null || paysByCard ? null : (pays ?? joins) + stays,
      price,
      paysByCard,
    }
  })
  const visits = Array.from({ length: VISITS }, (_, index): Visit => {
    const day = dayAt((index + random()) / VISITS)
    const { via } = draw(ways.slice(0, 5), random(), (it) => it.share)
    return { day, referrer: drawReferrer(day).id, via }
  })
  return { friends, visits }

  function drawReferrer(day: number, isFree: (referrer: Referrer) => boolean = () => true): Referrer {
    const known = referrers.filter((it) => it.from < day)
    const free = known.filter(isFree)
    return draw(free.length > 0 ? free : known, random(), (it) => it.pull)
  }
}

/** The interest of the days from the first one on, summed up. */
const sums: number[] = []
for (let day = 0; day < DAYS; day += 1) sums.push((sums[day - 1] ?? 0) + interestOn(FIRST_DAY + day))

/** The day by which a part of all, from 0 to below 1, has come. */
function dayAt(part: number): number {
  const wanted = part * (sums.at(-1) ?? 0)
  return FIRST_DAY + sums.findIndex((it) => it > wanted)
}

/** How many people care for coffee on a day, in comparison with other days. */
function interestOn(day: number): number {
  const bell = (middle: number, width: number) => Math.exp(-(((day - middle) / width) ** 2))
  const weekend = day % 7 > 4 ? 0.7 : 1
  return weekend * (0.5 + (2.4 * day) / 365) * (1 - 0.65 * bell(208, 24) + 0.7 * bell(340, 14))
}
