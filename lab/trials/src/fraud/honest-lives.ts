import { DAY_MS, HOUR_MS, type KindOfLife, MINUTE_MS, type Script } from './lives.ts'

const relays = ['privaterelay.appleid.com', 'mozmail.com', 'duck.com', 'passmail.net'] as const

/** One friend of a customer, and nothing that they have in common. */
function alone(script: Script, start: number, own: Parameters<Script['person']>[0] = {}) {
  const referrer = script.referrer(start)
  const friend = script.person(own)
  script.refer(referrer, friend, start)
  return { referrer, friend }
}

/** Friends who come over some days from one network. */
function onOneNetwork(script: Script, size: number, start: number, overDays: number, domain?: string): void {
  const place = { address: script.address(), ...(domain === undefined ? {} : { domain }) }
  const referrer = script.referrer(start, place)
  for (let number = 0; number < size; number += 1) {
    script.refer(referrer, script.person(place), start + script.chance() * overDays * DAY_MS)
  }
}

/** Everyday customers and their friends: the eighteen kinds that rules are known to err about, and ordinary ones. */
export const honestLives: readonly KindOfLife[] = [
  honest('an ordinary friend', 60, [1, 1], (script, _size, start) => void alone(script, start)),
  onShared('a couple in one household', 4, [1, 1], (script, size, start) =>
    onOneNetwork(script, size, start, 20),
  ),
  onShared('a flat-share of four', 3, [3, 3], (script, size, start) => onOneNetwork(script, size, start, 60)),
  onShared('an office with one network and one mail domain', 4, [39, 39], (script, size, start) =>
    onOneNetwork(script, size, start, script.between(20, 60), script.domain()),
  ),
  {
    ...onShared('a campus behind one address', 6, [300, 300], (script, size, start) => {
      const address = script.address()
      const referrers = Array.from({ length: Math.ceil(size / 6) }, () => script.referrer(start, { address }))
      for (let number = 0; number < size; number += 1) {
        const at = start + script.chance() * 7 * DAY_MS
        script.refer(script.chance.pick(referrers), script.person({ address }), at)
      }
    }),
    isOfPrivacyNetwork: true,
  },
  onShared('a family with one computer', 0.1, [1, 1], (script, _size, start) => {
    const own = { address: script.address(), device: `family-${script.between(1, 1_000_000)}` }
    const referrer = script.referrer(start, own)
    script.refer(referrer, script.person(own), start)
  }),
  honest('namesakes', 1, [1, 1], (script, _size, start) => {
    const referrer = script.referrer(start, { email: `jo.smith${script.between(1, 1e9)}@gmail.com` })
    script.refer(referrer, script.person({ email: `joe.smith${script.between(1, 1e9)}@gmail.com` }), start)
  }),
  honest('two real accounts of one mailbox with dots', 0.1, [1, 1], (script, _size, start) => {
    const name = `lee${script.between(1, 1e9)}`
    const referrer = script.referrer(start, { email: `${name}@gmail.com` })
    script.refer(referrer, script.person({ email: `${name.slice(0, 2)}.${name.slice(2)}@gmail.com` }), start)
  }),
  honest('a habit of plus addresses', 1, [1, 1], (script, _size, start) => {
    alone(script, start, { email: `ann${script.between(1, 1e9)}+shop@gmail.com` })
  }),
  {
    ...honest('a relay address', 4, [1, 1], (script, _size, start) => {
      const email = `q${script.between(1e6, 1e9)}@${script.chance.pick(relays)}`
      alone(script, start, { email })
    }),
    isOfPrivacyNetwork: true,
  },
  honest('a traveller on a VPN', 4, [1, 1], (script, _size, start) => {
    alone(script, start, { address: `45.83.${script.between(1, 3)}.${script.between(1, 20)}` })
  }),
  honest('friends of an influencer within an hour', 3, [20, 20], (script, size, start) => {
    const referrer = script.referrer(start)
    for (let visitor = 0; visitor < size * 4; visitor += 1) {
      const referer = 'https://www.instagram.com/'
      script.add({ at: start + script.chance() * HOUR_MS, kind: 'click', referrer, referer })
    }
    for (let number = 0; number < size; number += 1) {
      script.refer(referrer, script.person(), start + script.chance() * HOUR_MS)
    }
  }),
  onShared('a conference on one wireless network', 3, [60, 60], (script, size, start) => {
    const address = script.address()
    // The referrers have their own customers there.
    const referrers = Array.from({ length: 6 }, () => script.referrer(start))
    for (let number = 0; number < size; number += 1) {
      const at = start + script.chance() * 30 * MINUTE_MS
      script.refer(script.chance.pick(referrers), script.person({ address }), at)
    }
  }),
  onShared('an agency that signs up its clients', 2, [12, 12], (script, size, start) => {
    const address = script.address()
    const referrer = script.referrer(start, { address })
    for (let number = 0; number < size; number += 1) {
      const client = script.person({ address, domain: script.domain() })
      script.refer(referrer, client, start + script.chance() * 40 * DAY_MS)
    }
  }),
  honest('a reviewer who leaves in twenty days', 1, [1, 1], (script, _size, start) => {
    const { friend } = alone(script, start)
    script.add({ at: start + 20 * DAY_MS, kind: 'cancel', friend })
  }),
  honest('a first card that fails', 3, [1, 1], (script, _size, start) => {
    const referrer = script.referrer(start)
    script.refer(referrer, script.person(), start, HOUR_MS, script.between(1, 2))
  }),
  honest('a refund after a double charge', 0.1, [1, 1], (script, _size, start) => {
    const { friend } = alone(script, start)
    script.add({ at: start + 5 * DAY_MS, kind: 'reverse', friend, how: 'REFUND' })
  }),
  honest('a customer of another merchant', 1, [1, 1], (script, _size, start) => void alone(script, start)),
  honest('a customer who comes back after a year', 1, [1, 1], (script, _size, start) => {
    const referrer = script.referrer(start, {}, 365)
    script.refer(referrer, script.person(), start)
  }),
]

type Write = KindOfLife['write']

function honest(name: string, share: number, size: KindOfLife['size'], write: Write): KindOfLife {
  return { name, share, size, write, isHonest: true }
}

function onShared(name: string, share: number, size: KindOfLife['size'], write: Write): KindOfLife {
  return { ...honest(name, share, size, write), isOnSharedNetwork: true }
}
