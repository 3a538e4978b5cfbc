import { expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { signUser } from '../../testing/sign.ts'
import { StatisticsStory } from '../../testing/statistics/statistics-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live } = service
const merchant = merchantAt(service.call, live)
const story = new StatisticsStory(service)

const idsOf = (id: string) => ({ account_id: id, user_id: `${id}_user` })
const jwtOf = (id: string) =>
  signUser(live.signingKey, { accountId: id, id: `${id}_user` }, service.clock.now)
const board = async (id: string) =>
  (await service.call('POST', '/open/widget', { body: { ...idsOf(id), jwt: jwtOf(id) } })).body.leaderboard
const choose = (id: string, show: boolean, jwt: string | null = jwtOf(id)) =>
  service.call('POST', '/open/leaderboard', {
    body: { ...idsOf(id), show, ...(jwt === null ? {} : { jwt }) },
  })

async function referrer(id: string, firstName: string, friends: number): Promise<void> {
  const code = await merchant.user(id, { firstName, lastName: 'Secret' })
  for (let friend = 0; friend < friends; friend += 1) {
    await merchant.friend(`${id}_${friend}`, code)
    await merchant.pay(`${id}_${friend}`)
  }
}

test('a program without a leaderboard shows none, and keeps no agreement', async () => {
  await referrer('rita', 'Rita', 3)
  expect(await board('rita')).toBeNull()
  expect((await choose('rita', true)).body).toEqual({ isShown: false })
  await service.setProgram({ leaderboard: 'RANK_ONLY' })
  expect(await board('rita')).toMatchObject({ isShown: false, leaders: [] })
})

test('a referrer sees the own place, and first names of those alone who agreed, until they take it back', async () => {
  await referrer('sam', 'Sam', 2)
  await referrer('tom', 'Tom', 1)
  await referrer('una', 'Una', 0)
  await story.settle()
  expect(await board('tom')).toEqual({ rank: 3, isShown: false, leaders: [] })
  expect(await board('una')).toEqual({ rank: null, isShown: false, leaders: [] })
  expect((await choose('rita', true)).body).toEqual({ isShown: true })
  expect((await choose('tom', true)).body).toEqual({ isShown: true })
  const leaders = [
    { rank: 1, firstName: 'Rita' },
    { rank: 3, firstName: 'Tom' },
  ]
  expect(await board('tom')).toEqual({ rank: 3, isShown: true, leaders })
  expect(await board('sam')).toEqual({ rank: 2, isShown: false, leaders })
  // Tracking keeps the agreement.
  await merchant.user('rita', { firstName: 'Margarita' })
  expect(await board('sam')).toMatchObject({ leaders: [{ firstName: 'Margarita' }, { firstName: 'Tom' }] })
  expect((await choose('rita', false)).body).toEqual({ isShown: false })
  expect(await board('sam')).toMatchObject({ leaders: [{ rank: 3, firstName: 'Tom' }] })
})

test('an unsigned call neither agrees for anybody nor sees the leaderboard', async () => {
  const refused = await choose('sam', true, null)
  expect(refused).toMatchObject({ status: 401, body: { apiErrorCode: 'SIGNATURE_REQUIRED' } })
  expect((await choose('sam', true, jwtOf('tom'))).status).toBe(401)
  expect(await board('sam')).toMatchObject({ isShown: false })
  const unsigned = await service.call('POST', '/open/widget', { body: idsOf('sam') })
  expect(unsigned.body.leaderboard).toBeNull()
})

test('a blocked referrer is not shown', async () => {
  await merchant.requestOk('POST', '/account/tom/block', { reason: 'Makes up friends.' })
  expect(await board('sam')).toMatchObject({ leaders: [] })
})
