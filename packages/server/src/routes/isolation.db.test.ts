import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTenant, type NamedKeys } from '../administration/tenants/create-tenant.ts'
import { entriesOf, merchantAt } from '../testing/merchant.ts'
import { anyStep, clockMove, introductions, readings, type Step } from '../testing/requests/scripts.ts'
import type { WireAnswer } from '../testing/requests/wire-rules.ts'
import { basic, startTestService } from '../testing/test-service.ts'

const runs = propertyRuns()
const DAY_MS = 86_400_000
const TIMEOUT_MS = 600_000 + runs * 2000
const service = await startTestService()
const processes = [service.call, await service.anotherProcess()] as const
let made = 0

/** The steps of a tenant, and concurrent steps of another tenant: the number is the step at which they run. */
const script = fc.array(anyStep, { minLength: 3, maxLength: 12 })
const traffic = fc.array(fc.tuple(fc.nat({ max: 12 }), anyStep, fc.constantFrom('at home', 'trespassing')), {
  minLength: 3,
  maxLength: 25,
})

/** Picks the tenant that is looked at, and the one beside it. */
type TenantPair = (number: number) => Promise<readonly [NamedKeys, NamedKeys]>

test(
  'I10: what a tenant is answered does not depend on what another tenant does, nor on who knocks with the other’s key',
  () =>
    holdsFor(async (number) => {
      const [own, other] = await Promise.all([pairOf(`a_${number}`), pairOf(`b_${number}`)])
      return [own.live, other.live]
    }),
  TIMEOUT_MS,
)

test(
  'I11: what a live tenant is answered does not depend on what the test tenant of its own program does',
  () =>
    holdsFor(async (number) => {
      const { live, test: testMode } = await pairOf(`c_${number}`)
      return [live, testMode]
    }),
  TIMEOUT_MS,
)

test(
  'I11: what a test tenant is answered does not depend on what the live tenant of its own program does',
  () =>
    holdsFor(async (number) => {
      const { live, test: testMode } = await pairOf(`d_${number}`)
      return [testMode, live]
    }),
  TIMEOUT_MS,
)

/** Runs one script in a tenant alone, and in one next to another tenant that uses the same IDs, codes and keys. */
async function holdsFor(makePair: TenantPair): Promise<void> {
  await fc.assert(
    fc.asyncProperty(script, traffic, async (steps, noise) => {
      const [alone] = await makePair(nextNumber())
      const [beside, otherTenant] = await makePair(nextNumber())
      for (const it of introductions) await send(otherTenant, it, 0)
      const expected = await transcriptOf(alone, steps, () => [])
      const noiseAt = (step: number) =>
        noise.flatMap(([at, it, where]) => {
          if (at !== step) return []
          return [where === 'at home' ? makeNoise(otherTenant, it, step) : trespass(otherTenant, beside, it)]
        })
      expect(await transcriptOf(beside, steps, noiseAt)).toBe(expected)
    }),
    { numRuns: Math.ceil(runs / 6) },
  )
}

/** All responses to a tenant during a script, and to all reads at the end, as one text. */
async function transcriptOf(
  tenant: NamedKeys,
  steps: readonly Step[],
  noiseAt: (step: number) => readonly Promise<unknown>[],
): Promise<string> {
  const startedAt = service.clock.now
  const transcript: unknown[] = []
  const sendStep = async (it: Step, index: number): Promise<void> => {
    // Ids are in the order of their times, and those of two processes in one millisecond are not.
    service.clock.now += 1
    const { status, headers, body } = await send(tenant, it, index)
    transcript.push([it.method, it.path, status, replayed(headers), body])
  }
  for (const [index, it] of introductions.entries()) await sendStep(it, index)
  for (const [step, it] of steps.entries()) await Promise.all([sendStep(it, step), ...noiseAt(step)])
  for (const [index, it] of readings.entries()) {
    await Promise.all([sendStep(it, index), ...(index === 0 ? noiseAt(steps.length) : [])])
  }
  return withoutOwn(JSON.stringify(transcript, null, 1), tenant, startedAt)
}

async function send(tenant: NamedKeys, it: Step, index: number): Promise<WireAnswer> {
  const call = processes[index % 2 === 0 ? 0 : 1]
  const id = it.about === undefined ? '' : await idAt(tenant, it.about)
  return call(it.method, it.path.replace('{id}', id), {
    alias: tenant.alias,
    ...(it.path.startsWith('/open/') ? {} : { key: tenant.apiKey }),
    ...(it.body === undefined ? {} : { body: JSON.stringify(it.body).replace('{id}', id) }),
    ...(it.idempotencyKey === undefined ? {} : { headers: { 'idempotency-key': it.idempotencyKey } }),
  })
}

async function idAt(tenant: NamedKeys, { list, nth }: NonNullable<Step['about']>): Promise<string> {
  const entries = entriesOf(
    (await merchantAt(service.call, tenant).requestOk('GET', `/${list}?limit=100`))[list],
  )
  return String(entries[nth]?.id ?? 'none')
}

/** The other tenant sends its own requests; a test tenant moves its clock as well. */
async function makeNoise(otherTenant: NamedKeys, it: Step, step: number): Promise<void> {
  if (otherTenant.alias.startsWith('test_') && step % 4 === 0) {
    await send(otherTenant, clockMove(service.clock.now), step)
  }
  await send(otherTenant, it, step)
}

/** The other tenant's key on the tenant's path is rejected. */
async function trespass(otherTenant: NamedKeys, tenant: NamedKeys, it: Step): Promise<void> {
  if (it.path.startsWith('/open/')) return
  const { method, path, idempotencyKey = 'key-1', body } = it
  const answers = [
    service.call(method, path, {
      alias: tenant.alias,
      key: otherTenant.apiKey,
      ...(body === undefined ? {} : { body }),
      headers: { 'idempotency-key': idempotencyKey },
    }),
    service.call('GET', '/referrals', {
      alias: tenant.alias,
      key: null,
      headers: { authorization: basic(`${tenant.alias}:${otherTenant.apiKey}`) },
    }),
  ]
  for (const { body: answer } of await Promise.all(answers)) {
    expect(answer).toMatchObject({ statusCode: 401, apiErrorCode: 'UNAUTHORIZED' })
  }
}

const replayed = (headers: WireAnswer['headers']) => headers['idempotency-replayed'] ?? 'first'

/** Our own ids, cursors and made codes differ from tenant to tenant, and so do name and hour; everything else must not. */
function withoutOwn(transcript: string, { alias, apiKey }: NamedKeys, startedAt: number): string {
  const seen: string[] = []
  const numberOf = (it: string): number => {
    if (!seen.includes(it)) seen.push(it)
    return seen.indexOf(it)
  }
  return transcript
    .replaceAll(/"requestId": "[^"]*"/g, '"requestId": "…"')
    .replaceAll(/"nextCursor": "[^"]*"/g, '"nextCursor": "…"')
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (it) => `id ${numberOf(it)}`)
    .replaceAll(/\b[BCDFGHJKMNPQRTVWXYZ2346789]{9}\b/g, (it) => `code ${numberOf(it)}`)
    .replaceAll(/\b1\d{12}\b/g, (it) => sinceStart(Number(it), startedAt))
    .replaceAll(alias, 'tenant')
    .replaceAll(`key ****${apiKey.slice(-4)}`, 'own key')
}

/** A friend's percentage ends at the start of a day (UTC), independent of the hour of the script. */
function sinceStart(time: number, startedAt: number): string {
  if (time % DAY_MS !== 0) return `start + ${time - startedAt}`
  return `day of start + ${time - (startedAt - (startedAt % DAY_MS))}`
}

function pairOf(alias: string) {
  return createTenant(service.operator, { alias: `shop_${alias}` })
}

function nextNumber(): number {
  made += 1
  return made
}
