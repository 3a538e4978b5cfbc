import { programDefaults } from '@goodword/contract/program'
import type { Call } from '@goodword/domain/command'
import type { AccountId, UserId } from '@goodword/domain/ids'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createKeyMaker } from '../../platform/key-maker.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../../testing/test-tenant.ts'
import {
  accountNames,
  callOf,
  codeOf,
  introduction,
  runs,
  type Sentence,
  sentence,
} from '../../testing/tracking-calls.ts'
import { pictureOf, verdictPicture } from '../../testing/tracking-model.ts'
import { accountReader } from '../accounts/read-accounts.ts'
import { codeLookUp } from '../codes/look-up-codes.ts'
import { readTimeline } from '../events/read-timeline.ts'
import { readPerson } from '../people/read-person.ts'
import { readReferralPage } from '../referrals/read-referrals.ts'
import { accountDiscountReader } from '../rewards/read-account-discount.ts'
import { readRewardPage } from '../rewards/read-rewards.ts'

const TIMEOUT_MS = 60_000 + runs * 300
const db = await createTestDatabase()
const keys = createKeyMaker()
let pairs = 0

const request = { limit: 100, cursor: null, countAll: false }
const story = fc.array(sentence, { minLength: 1, maxLength: 10 })
const traffic = fc.array(fc.tuple(fc.nat({ max: 10 }), sentence), { minLength: 1, maxLength: 25 })

test(
  'I10: what a tenant is told and reads does not depend on what another tenant does',
  () => holdsFor((number) => [`acme_${number}`, `rival_${number}`]),
  TIMEOUT_MS,
)

test(
  'I11: nor does a live tenant depend on the test tenant of its own program, nor that on it',
  async () => {
    await holdsFor((number) => [`pair_${number}`, `test_pair_${number}`])
    await holdsFor((number) => [`test_pair_${number}`, `pair_${number}`])
  },
  TIMEOUT_MS,
)

/** Tells one story to a tenant alone and to a tenant beside a busy neighbour with the same ids and codes. */
async function holdsFor(namesOf: (number: number) => readonly [string, string]): Promise<void> {
  await fc.assert(
    fc.asyncProperty(story, traffic, async (sentences, noise) => {
      pairs += 1
      const [name, neighbourName] = namesOf(pairs)
      const alone = await makeTestTenant(db, `${name}_a`, programDefaults)
      const beside = await makeTestTenant(db, `${name}_b`, programDefaults)
      const neighbour = await makeTestTenant(db, `${neighbourName}_n`, programDefaults)
      for (const it of [introduction('ada', 'u1'), introduction('bob', 'u1')]) {
        await Promise.all([alone, beside, neighbour].map((tenant) => say(tenant, it)))
      }
      const expected = await transcriptOf(alone, sentences, () => [])
      const noiseAt = (step: number) =>
        noise.flatMap(([at, said]) => (at === step ? [say(neighbour, said)] : []))
      expect(await transcriptOf(beside, sentences, noiseAt)).toEqual(expected)
    }),
    { numRuns: Math.ceil(runs / 4) },
  )
}

async function transcriptOf(
  tenant: TestTenant,
  sentences: readonly Sentence[],
  noiseAt: (step: number) => readonly Promise<unknown>[],
): Promise<unknown[]> {
  const transcript: unknown[] = []
  for (const [step, said] of sentences.entries()) {
    const [{ verdict }] = await Promise.all([say(tenant, said), ...noiseAt(step)])
    transcript.push(verdictPicture(verdict))
  }
  const reading = readEverything(tenant)
  await Promise.all(noiseAt(sentences.length))
  return [...transcript, withoutIds(await reading)]
}

function say(tenant: TestTenant, said: Sentence) {
  const call: Call = callOf(said, keys, tenant.clock.now)
  return tenant.tell(call.accountId, call.voice, ...call.commands)
}

function readEverything(tenant: TestTenant): Promise<unknown> {
  const now = () => tenant.clock.now
  const readAccount = accountReader(db.service, now, keys)
  const lookUpCode = codeLookUp(db.service, now)
  const readDiscount = accountDiscountReader(db.service, now, lookUpCode)
  const ofAccount = async (name: string) => {
    const id = name as AccountId
    const account = await readAccount(tenant.id, id)
    if (account === null) return null
    return [
      pictureOf(account.account),
      await readDiscount(tenant.id, id, null),
      await readTimeline(db.service, tenant.id, id, request),
      await readPerson(db.service, tenant.id, id, 'u1' as UserId).catch((error: Error) => error.message),
      await lookUpCode(tenant.id, codeOf(name, 'u1')),
    ]
  }
  return Promise.all([
    ...accountNames.map(ofAccount),
    readReferralPage(db.service, tenant.id, {}, tenant.clock.now, request),
    readRewardPage(db.service, tenant.id, {}, tenant.clock.now, request),
  ])
}

/** Our own ids differ from tenant to tenant; everything else must not. */
function withoutIds(value: unknown): unknown {
  const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
  return JSON.parse(JSON.stringify(value).replaceAll(uuid, 'id'))
}
