import { startTestService, type TestService } from '@goodword/server/testing/test-service'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Chance, chanceOf } from '../crash/chance.ts'
import { trialSize } from '../trial-size.ts'
import { type Corpus, corpusOfKinds } from './corpus.ts'
import { corpusProgram, liveCorpus } from './live-corpus.ts'
import { type Act, type Character, DAY_MS } from './lives.ts'

const LIMIT_MS = 3_600_000
const SEED = Number(process.env.GOODWORD_SEED ?? 1)
const DROPPED = 0.05
/** Rings are of referrals within 30 days. */
const SHUFFLED_DAYS = 20
/** Findings about cards, devices and mailboxes do not depend on the time of calls. */
const identityRules = ['SAME_EMAIL', 'SAME_CARD', 'SAME_DEVICE', 'SAME_PERSON', 'REFERRAL_RING']
const kinds = [
  'the referrer again, in the same browser',
  'a variant of the referrer’s e-mail address',
  'another card on the same device',
  'a slow farm',
  'a farm of made accounts',
  'a ring of people in turn',
  'one person with a new account for each discount',
  'an ordinary friend',
  'a flat-share of four',
]

/** The identity rules that flagged each referral. */
type Findings = ReadonlyMap<string, readonly string[]>

describe('what identity rules find', () => {
  const chance = chanceOf(SEED)
  const corpus = corpusOfKinds(SEED, kinds, trialSize(0.05, 0.5))
  let service: TestService
  let found: Findings

  beforeAll(async () => {
    service = await startTestService()
    found = await findingsOf(service, corpus)
  }, LIMIT_MS)

  test('identity rules find something, and nothing about honest friends', () => {
    const of = (isHonest: boolean) =>
      corpus.lives.filter((it) => it.isHonest === isHonest).flatMap((it) => found.get(it.friend) ?? [])
    expect([...new Set(of(false))].sort()).toEqual([...identityRules].sort())
    expect(of(true)).toEqual([])
  })

  test('identity rules find the same when all calls are repeated', { timeout: LIMIT_MS }, async () => {
    expect(await findingsOf(service, corpus, { later: true })).toEqual(found)
  })

  test('identity rules find the same at another merchant, in any order that is possible', {
    timeout: LIMIT_MS,
  }, async () => {
    const shuffled = { ...corpus, acts: shuffle(corpus.acts, chance), days: SHUFFLED_DAYS + 2 }
    expect(shuffled.acts.map(nameOf)).not.toEqual(corpus.acts.map(nameOf))
    expect(await findingsOf(atOther(service), shuffled)).toEqual(found)
  })

  test('identity rules find nothing more when 5 % of keys are missing', { timeout: LIMIT_MS }, async () => {
    const fresh = await startTestService()
    const fewer = await findingsOf(fresh, { ...corpus, acts: corpus.acts.map((it) => drop(it, chance)) })
    for (const [friend, rules] of fewer) expect(found.get(friend)).toEqual(expect.arrayContaining([...rules]))
  })
})

async function findingsOf(
  service: TestService,
  corpus: Corpus,
  { later = false }: { readonly later?: boolean } = {},
): Promise<Findings> {
  const { alias } = service.live
  if (!later) await service.setProgram(corpusProgram, alias)
  const { referrals } = await liveCorpus(service, corpus, later ? service.clock.now + DAY_MS : undefined)
  return new Map(
    [...referrals].map(([friend, { fraudSignals }]) => {
      const rules = new Set(fraudSignals.map((it) => it.rule).filter((it) => identityRules.includes(it)))
      return [friend, [...rules].sort()]
    }),
  )
}

/** The service, as another merchant calls it who has the same customers. */
function atOther(service: TestService): TestService {
  const { call, other } = service
  const callOther: typeof call = (method, path, options = {}) =>
    call(method, path, { alias: other.alias, key: other.apiKey, ...options })
  return { ...service, live: other, call: callOther }
}

/** An order in which everybody is known before they refer and pays after they were referred, at even times. */
function shuffle(acts: readonly Act[], chance: Chance): readonly Act[] {
  const left = acts.map((act) => ({ act, place: chance() })).toSorted((one, other) => one.place - other.place)
  const known = new Set<string>()
  const ordered: Act[] = []
  while (left.length > 0) {
    const next = left.findIndex(({ act }) => needsOf(act).every((it) => known.has(it)))
    const [taken] = left.splice(next, 1)
    if (next === -1 || taken === undefined) throw new Error('no order is possible')
    if (taken.act.kind === 'join') known.add(taken.act.person.account)
    if (taken.act.kind === 'attribute') known.add(taken.act.friend.account)
    const at = Math.round((ordered.length * SHUFFLED_DAYS * DAY_MS) / acts.length)
    ordered.push({ ...taken.act, at })
  }
  return ordered
}

/** The accounts that must be known before. */
function needsOf(act: Act): readonly string[] {
  if (act.kind === 'join') return []
  if (act.kind === 'attribute' || act.kind === 'click') return [act.referrer.account]
  return [act.friend.account]
}

function nameOf(act: Act): string {
  return `${act.kind} ${act.kind === 'join' ? act.person.account : act.kind === 'click' ? '' : act.friend.account}`
}

/** Removes some keys of the person of an act, which the merchant did not know that time. */
function drop(act: Act, chance: Chance): Act {
  const less = (person: Character): Character => ({
    ...person,
    address: chance.happens(DROPPED) ? '' : person.address,
    device: chance.happens(DROPPED) ? '' : person.device,
    card: chance.happens(DROPPED) ? '' : person.card,
  })
  if (act.kind === 'join') return { ...act, person: less(act.person) }
  return act.kind === 'click' ? act : { ...act, friend: less(act.friend) }
}
