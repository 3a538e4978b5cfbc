import type { Friend, Via } from './friends.ts'
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

/** First names and last names that go together. */
const cultures: readonly (readonly [first: string, last: string])[] = [
  ['Adaeze Chidi Emeka Ifeoma Ngozi Obinna Uche Zainab', 'Adeyemi Balogun Eze Nwosu Okafor Okoye'],
  ['Aarav Ananya Diya Ishaan Kavya Meera Nikhil Rohan Sanjana', 'Desai Gupta Iyer Kapoor Menon Rao Sharma'],
  ['Akira Aoi Haruto Kenji Mei Ren Sakura Yuto', 'Fujita Kobayashi Mori Nakamura Ono Suzuki'],
  ['Beatriz Caio Fernanda João Larissa Rafael Thiago', 'Almeida Barbosa Carvalho Moreira Ribeiro'],
  ['Camila Diego Esteban Inés Lucía Martín Valentina', 'Castro Fuentes Herrera Morales Ortega Reyes'],
  ['Camille Élodie Hugo Julien Manon Mathis Océane', 'Bernard Dubois Garnier Laurent Moreau Petit'],
  ['Annika Felix Greta Jakob Karla Moritz Theresa', 'Becker Hoffmann Krause Lang Schubert Vogt'],
  ['Agnieszka Bartosz Ewa Kacper Magda Tomasz', 'Kowalska Lis Mazur Nowicki Sikora Zielinska'],
  ['Amelia Callum Erin Gareth Isla Niamh Owen Rhys', 'Campbell Davies Hughes Kelly Morgan Quinn'],
  ['Astrid Freja Henrik Ingrid Lars Magnus Saga', 'Andersen Dahl Hansen Lindgren Nyberg Strand'],
  ['Amira Bilal Hamza Layla Nour Samir Yasmin', 'Aziz Farouk Hakim Khoury Mansour Saleh'],
  ['Chen Hui Jun Lan Min Wei Xin Ying', 'Huang Lin Wu Xu Zhao Zhou'],
  ['Ayşe Burak Defne Emre Selin Tolga', 'Arslan Çelik Koç Öztürk Şahin Yalçın'],
  ['Alessia Davide Giulia Lorenzo Matteo Serena', 'Bruno Gallo Marino Ricci Romano Testa'],
]

/** As many different names as are asked for, of all cultures alike. `random` returns a number from 0 to below 1. */
export function makeNames(count: number, random: () => number): readonly string[] {
  const names = new Set<string>()
  while (names.size < count) {
    const [first, last] = draw(cultures, random())
    names.add(`${draw(first.split(' '), random())} ${draw(last.split(' '), random())}`)
  }
  return [...names]
}

/** Numbers from 0 to below 1 that look random and are the same for each seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** One of the values, each as often as its share says. `at` is a number from 0 to below 1. */
function draw<Value>(
  values: readonly Value[],
  at: number,
  shareOf: (value: Value) => number = () => 1,
): Value {
  let left = at * values.reduce((sum, it) => sum + shareOf(it), 0)
  for (const value of values) {
    left -= shareOf(value)
    if (left < 0) return value
  }
  throw new Error('there is nothing to draw from')
}
