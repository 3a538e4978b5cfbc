import { startTestService, type TestService } from '@goodword/server/testing/test-service'
import { beforeAll, describe, expect, test } from 'vitest'
import { chanceOf } from '../crash/chance.ts'
import { trialSize } from '../trial-size.ts'
import { type Corpus, type CorpusSize, corpusOf, corpusOfKinds } from './corpus.ts'
import { fraudTables } from './fraud-table.ts'
import { corpusProgram, liveCorpus } from './live-corpus.ts'
import {
  isFlaggedBy,
  isHeld,
  type Measures,
  measure,
  recallWithout,
  unfairness,
  type Verdict,
} from './measures.ts'
import { WRONG } from './staff.ts'

const LIMIT_MS = 3_600_000
const SEED = Number(process.env.GOODWORD_SEED ?? 1)
const print = trialSize<(table: string) => void>(() => undefined, console.log)

type Asked = CorpusSize & { readonly share: number; readonly least: Floors }
/** The minimum figures of the rules: shares from 0 to 1. Small groups have lower ones, because a rule needs a few referrals. */
type Floors = { readonly precision: number; readonly recall: number }

const short: Asked = { share: 0.12, lives: 250, groups: 0.05, least: { precision: 0.85, recall: 0.6 } }
const asked = trialSize<readonly Asked[]>(
  [short],
  [
    { share: 0.02, lives: 4000, groups: 0.1, least: { precision: 0.75, recall: 0.75 } },
    { share: 0.12, lives: 2000, groups: 0.3, least: { precision: 0.95, recall: 0.8 } },
    { share: 0.35, lives: 1500, groups: 0.5, least: { precision: 0.97, recall: 0.85 } },
  ],
)

/** The figures of a rule in `GET fraud-rules`. */
type RuleFigures = {
  readonly rule: string
  readonly decided: { readonly approved: number; readonly denied: number }
  readonly precision: number | null
  readonly recall: number | null
}

describe.each(asked)('the rules on lives of which $share are dishonest', ({ share, least, ...size }) => {
  let verdicts: readonly Verdict[] = []
  let measures: Measures
  let service: TestService

  beforeAll(async () => {
    service = await startTestService()
    verdicts = await verdictsOn(corpusOf(SEED, share, size), corpusProgram, service)
    measures = measure(verdicts)
    print(fraudTables(`Seed ${SEED}, ${100 * share} % dishonest`, measures))
  }, LIMIT_MS)

  test('the rules hold few honest referrals and most dishonest ones', () => {
    expect(measures.dishonest / measures.lives).toBeCloseTo(share, 1)
    expect(measures.rightlyHeld / measures.held).toBeGreaterThanOrEqual(least.precision)
    expect(measures.rightlyHeld / measures.dishonest).toBeGreaterThanOrEqual(least.recall)
  })

  test('the rules hold at most 2 % of honest referrals on shared networks, and a farm earns nothing after an hour', () => {
    expect(measures.sharedNetworks.held / measures.sharedNetworks.of).toBeLessThanOrEqual(0.02)
    expect(measures.farmRewardsAfterAnHour).toBe(0)
  })

  test('the rules hold people on shared networks and with relay addresses at most 1.5 times as often as others', () => {
    expect(measures.privacyNetworks.of).toBeGreaterThanOrEqual(20)
    expect(measures.otherHonest.held).toBeGreaterThan(0)
    expect(unfairness(measures)).toBeLessThanOrEqual(1.5)
  })

  test('GET fraud-rules says of each rule what staff decided, and so its precision and recall within their mistakes', async () => {
    const { body } = await service.call('GET', '/fraud-rules?from=2025-12-01&to=2027-12-31')
    const { denied, rules } = body as { denied: number; rules: RuleFigures[] }
    const decided = verdicts.filter((it) => it.decision !== undefined)
    expect(decided.length).toBeGreaterThan(10)
    expect(denied).toBe(decided.filter((it) => it.decision === 'DENY').length)
    for (const { rule, decided: counted, precision, recall } of rules) {
      const flagged = decided.filter((it) => isFlaggedBy(it, rule))
      const found = flagged.filter((it) => it.decision === 'DENY').length
      expect({ rule, ...counted }).toEqual({ rule, denied: found, approved: flagged.length - found })
      const right = flagged.filter((it) => !it.life.isHonest).length
      const missed = decided.filter((it) => !it.life.isHonest).length
      for (const [said, truly, of] of [
        [precision, right / flagged.length, flagged.length],
        [recall, right / missed, denied],
      ] as const) {
        if (said !== null) expect(Math.abs(said / 100 - truly)).toBeLessThanOrEqual(errorOf(of))
      }
    }
  })

  test('the rules find nothing in labels that are shuffled', () => {
    const base = measures.dishonest / measures.lives
    expect(precisionOfShuffled(verdicts, 200)).toBeCloseTo(base, 1)
    expect(measures.rightlyHeld / measures.held).toBeGreaterThan(2 * base)
  })

  test.each<readonly [rule: string, off: readonly string[]]>([
    ...['SAME_EMAIL', 'SAME_CARD', 'SAME_DEVICE', 'REFERRAL_RING'].map((it) => [it, []] as const),
    ...['LEAKED_CODE', 'REVIVED_REFERRER', 'COUPON_CYCLING'].map((it) => [it, []] as const),
    // A farm that has few cards is found by these as well.
    ['REFERRER_BURST', ['SAME_CARD', 'DOMAIN_FARM', 'COUPON_CYCLING']],
    ['DOMAIN_FARM', ['SAME_CARD', 'REFERRER_BURST', 'COUPON_CYCLING']],
  ])('the rules hold fewer dishonest referrals while %s is off', (rule, off) => {
    expect(recallWithout(verdicts, [rule, ...off])).toBeLessThan(recallWithout(verdicts, off))
  })
})

test('an office of 40 gets its rewards', { timeout: LIMIT_MS }, async () => {
  const office = await verdictsOn(corpusOfKinds(SEED, ['an office with one network and one mail domain'], 1))
  expect(office).toHaveLength(39)
  expect(office.filter((it) => isHeld(it))).toEqual([])
})

test(`a farm of ${trialSize(60, 200)} earns nothing after its first hour`, {
  timeout: LIMIT_MS,
}, async () => {
  const farm = await verdictsOn(corpusOfKinds(SEED, ['a farm of made accounts'], trialSize(0.3, 1)))
  expect(farm).toHaveLength(trialSize(60, 200))
  expect(measure(farm)).toMatchObject({ farmRewardsAfterAnHour: 0 })
})

test('the guard of fairness fails where a network weighs for all', { timeout: LIMIT_MS }, async () => {
  const kinds = ['a campus behind one address', 'an ordinary friend']
  const thresholds = { accountsInHour: 2, friends: 1 }
  const weighing = {
    ...corpusProgram,
    fraudRules: [{ rule: 'NETWORK_BURST', mode: 'active', thresholds } as const],
  }
  const verdicts = await verdictsOn(corpusOfKinds(SEED, kinds, 0.1), weighing)
  expect(unfairness(measure(verdicts))).toBeGreaterThan(1.5)
})

async function verdictsOn(
  corpus: Corpus,
  program = corpusProgram,
  known?: TestService,
): Promise<readonly Verdict[]> {
  const service = known ?? (await startTestService())
  await service.setProgram(program)
  const { referrals, decisions } = await liveCorpus(service, corpus)
  return corpus.lives.map((life) => {
    const referral = referrals.get(life.friend)
    if (referral === undefined) throw new Error(`the referral of ${life.friend} (${life.kind}) not found`)
    const decision = decisions.get(life.friend)
    return { life, referral, ...(decision === undefined ? {} : { decision }) }
  })
}

/** How far a share of so many decisions may be from the truth: staff's mistakes, and three standard errors of these. */
function errorOf(decisions: number): number {
  return WRONG + 3 * Math.sqrt((WRONG * (1 - WRONG)) / decisions)
}

/** The mean precision of holds when labels are dealt out by chance. */
function precisionOfShuffled(verdicts: readonly Verdict[], times: number): number {
  const chance = chanceOf(SEED)
  const held = verdicts.map((it) => isHeld(it))
  const count = held.filter(Boolean).length
  let sum = 0
  for (let time = 0; time < times; time += 1) {
    const labels = verdicts.map(({ life }) => ({ isHonest: life.isHonest, place: chance() }))
    labels.sort((one, other) => one.place - other.place)
    sum += labels.filter((it, index) => !it.isHonest && held[index]).length / count
  }
  return sum / times
}
