import { type Character, DAY_MS, HOUR_MS, type KindOfLife, MINUTE_MS, type Script } from './lives.ts'

const couponSites = [
  'https://www.retailmenot.com/',
  'https://www.joinhoney.com/',
  'https://slickdeals.net/',
] as const

/** A farm: made accounts of one operator, on few addresses and cards. */
function farm(script: Script, size: number, start: number, pause: () => number, addresses: number): void {
  const domain = script.domain()
  const networks = Array.from({ length: addresses }, () => script.address())
  const cards = Array.from({ length: 3 }, () => `farm-card-${script.between(1, 1e9)}`)
  const referrer = script.referrer(start, {}, 2)
  let at = start
  for (let number = 0; number < size; number += 1) {
    const friend = script.person({
      domain,
      address: script.chance.pick(networks),
      card: script.chance.pick(cards),
    })
    script.refer(referrer, friend, at, script.between(1, 10) * MINUTE_MS)
    at += pause()
  }
}

/** Lives of people who want a reward without a new customer. */
export const dishonestLives: readonly KindOfLife[] = [
  dishonest('the referrer again, in the same browser', 12, [1, 1], (script, _size, start) => {
    const own = { address: script.address(), device: `own-${script.between(1, 1e9)}` }
    const referrer = script.referrer(start, own)
    script.refer(referrer, script.person(own), start)
  }),
  dishonest('a variant of the referrer’s e-mail address', 12, [1, 2], (script, size, start) => {
    const name = `max${script.between(1, 1e9)}`
    const referrer = script.referrer(start, { email: `${name}@gmail.com` })
    for (let number = 0; number < size; number += 1) {
      const email = script.chance.happens(0.5)
        ? `${name}+${number}@gmail.com`
        : `m.${name.slice(1)}@gmail.com`
      script.refer(referrer, script.person({ email }), start + number * HOUR_MS)
    }
  }),
  dishonest('another card on the same device', 8, [1, 3], (script, size, start) => {
    const device = `own-${script.between(1, 1e9)}`
    const referrer = script.referrer(start, { device })
    for (let number = 0; number < size; number += 1) {
      script.refer(referrer, script.person({ device }), start + number * DAY_MS)
    }
  }),
  dishonest('a farm of made accounts', 25, [200, 200], (script, size, start) => {
    farm(script, size, start, () => script.between(1, 6) * MINUTE_MS, 20)
  }),
  dishonest('a slow farm', 8, [30, 30], (script, size, start) => {
    farm(script, size, start, () => script.between(18, 30) * HOUR_MS, size)
  }),
  dishonest('a ring of people in turn', 6, [3, 6], (script, size, start) => {
    // Each refers the next, and the last is the first one again, with another account.
    const first = script.referrer(start)
    let referrer: Character = first
    for (let number = 0; number < size; number += 1) {
      const isLast = number === size - 1
      const friend = script.person(isLast ? { card: first.card, device: first.device } : {})
      script.refer(referrer, friend, start + number * 2 * DAY_MS)
      referrer = friend
    }
  }),
  dishonest('a code on a coupon site', 8, [15, 40], (script, size, start) => {
    const referrer = script.referrer(start)
    for (let visitor = 0; visitor < size * 3; visitor += 1) {
      const referer = script.chance.pick(couponSites)
      script.add({ at: start + (visitor / (size * 3)) * 3 * DAY_MS, kind: 'click', referrer, referer })
    }
    for (let number = 0; number < size; number += 1) {
      script.refer(referrer, script.person(), start + HOUR_MS * 6 + script.chance() * 3 * DAY_MS)
    }
  }),
  dishonest('a stuffed cookie', 2, [3, 6], (script, size, start) => {
    const referrer = script.referrer(start)
    for (let number = 0; number < size; number += 1) {
      script.refer(referrer, script.person(), start + script.chance() * 20 * DAY_MS)
    }
  }),
  dishonest('a stolen card', 4, [2, 5], (script, size, start) => {
    const referrer = script.referrer(start)
    for (let number = 0; number < size; number += 1) {
      const friend = script.person()
      const at = start + number * DAY_MS
      script.refer(referrer, friend, at, HOUR_MS, script.between(3, 8))
      script.add({ at: at + script.between(20, 55) * DAY_MS, kind: 'reverse', friend, how: 'DISPUTE' })
    }
  }),
  dishonest('paid, then refunded or cancelled', 8, [1, 3], (script, size, start) => {
    const referrer = script.referrer(start)
    for (let number = 0; number < size; number += 1) {
      const friend = script.person()
      const at = start + number * DAY_MS
      script.refer(referrer, friend, at, HOUR_MS)
      const end = at + script.between(1, 10) * DAY_MS
      script.add(
        script.chance.happens(0.5)
          ? { at: end, kind: 'reverse', friend, how: 'REFUND' }
          : { at: end, kind: 'cancel', friend },
      )
    }
  }),
  dishonest('gifts up to the cap, then another referrer', 4, [24, 24], (script, size, start) => {
    const cards = Array.from({ length: 4 }, () => `gift-card-${script.between(1, 1e9)}`)
    const referrer = script.referrer(start)
    for (let number = 0; number < size; number += 1) {
      const friend = script.person({ card: script.chance.pick(cards) })
      script.refer(referrer, friend, start + number * 8 * HOUR_MS, HOUR_MS)
    }
  }),
  dishonest('a dormant account, revived', 3, [6, 12], (script, size, start) => {
    const referrer = script.referrer(start, {}, 300)
    const address = script.address()
    for (let number = 0; number < size; number += 1) {
      script.refer(referrer, script.person({ address }), start + number * script.between(10, 90) * MINUTE_MS)
    }
  }),
  dishonest('a payment that only a page reports', 2, [4, 8], (script, size, start) => {
    const referrer = script.referrer(start)
    for (let number = 0; number < size; number += 1) {
      const friend = script.person()
      const at = start + number * HOUR_MS
      script.refer(referrer, friend, at, null)
      script.add({ at: at + 5 * MINUTE_MS, kind: 'claim payment', friend })
    }
  }),
  dishonest('one person with a new account for each discount', 3, [2, 4], (script, size, start) => {
    const card = `cycle-${script.between(1, 1e9)}`
    for (let number = 0; number < size; number += 1) {
      const referrer = script.referrer(start)
      script.refer(referrer, script.person({ card }), start + number * 20 * DAY_MS)
    }
  }),
  dishonest('staff who approve their own', 1, [1, 1], (script, _size, start) => {
    const staff = 'insider@merchant.example'
    const [referrer, friend] = [script.referrer(start, { email: staff }), script.person()]
    script.refer(referrer, friend, start)
    script.add({ at: start + 4 * DAY_MS, kind: 'approve own', friend, staff })
  }),
]

function dishonest(
  name: string,
  share: number,
  size: KindOfLife['size'],
  write: KindOfLife['write'],
): KindOfLife {
  return { name, share, size, write, isHonest: false }
}
