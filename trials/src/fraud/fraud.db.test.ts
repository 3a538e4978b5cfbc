import { startTestService } from '@goodword/server/testing/test-service'
import { expect, test } from 'vitest'
import { trialSize } from '../trial-size.ts'
import { corpusOf } from './corpus.ts'
import { fraudTables } from './fraud-table.ts'
import { corpusProgram, liveCorpus } from './live-corpus.ts'
import { measure, type Verdict } from './measures.ts'

const SEED = Number(process.env.GOODWORD_SEED ?? 1)
/** Groups are smaller where there are fewer dishonest lives, so that each kind has its place. */
const sizes = new Map([
  [0.02, { lives: 4000, groups: 0.1 }],
  [0.12, trialSize({ lives: 250, groups: 0.05 }, { lives: 2000, groups: 0.3 })],
  [0.35, { lives: 1500, groups: 0.5 }],
])
const shares = trialSize([0.12], [...sizes.keys()])

test.each(shares)(
  'rules judge a corpus of which %s is dishonest as the guide says',
  { timeout: 3_600_000 },
  async (share) => {
    const service = await startTestService()
    await service.setProgram(corpusProgram)
    const corpus = corpusOf(SEED, share, sizes.get(share) ?? { lives: 250, groups: 1 })
    const referrals = await liveCorpus(service, corpus)
    const verdicts = corpus.lives.flatMap((life): Verdict[] => {
      const referral = referrals.get(life.friend)
      return referral === undefined ? [] : [{ life, referral }]
    })
    expect(verdicts).toHaveLength(corpus.lives.length)
    const measures = measure(verdicts)
    console.log(fraudTables(`Seed ${SEED}, ${100 * share} % dishonest`, measures))
  },
)
