import { expect, test } from 'vitest'
import { publishEvents } from '../outbound/publishing/publish-events.ts'
import { startTestService } from '../testing/test-service.ts'

const DAY_MS = 86_400_000

const service = await startTestService()
const { clock, ctx, live, test: testKeys } = service
const inTest = { alias: testKeys.alias, key: testKeys.apiKey }
const call: typeof service.call = (method, path, options) =>
  service.call(method, path, { ...inTest, ...options })
const start = clock.now

/** A day on which each of the lists gets an entry. */
async function liveADay(day: number, webhook: string): Promise<void> {
  clock.now = start + day * DAY_MS
  await call('POST', '/user', { body: { accountId: `day_${day}`, id: 'u' } })
  await publishEvents(ctx, testKeys.alias, new AbortController().signal)
  await call('POST', `/webhooks/${webhook}/test`)
  await call('POST', '/exports', { body: { kind: 'users', format: 'csv', from: day } })
  await call('POST', '/imports?kind=users&dryRun=true', {
    body: `accountId,id\nday_${day},u\n`,
    headers: { 'content-type': 'text/csv' },
  })
}

const { body: receiver } = await call('POST', '/webhooks', { body: { url: 'http://127.0.0.1:1/events' } })
const webhook = String(receiver.id)
for (const day of [1, 2, 3]) await liveADay(day, webhook)

test.each([
  ['/audit', 'entries'],
  [`/webhooks/${webhook}/deliveries`, 'deliveries'],
  [`/webhooks/${webhook}/deliveries?state=PENDING`, 'deliveries'],
  ['/exports', 'exports'],
  ['/imports', 'imports'],
])('%s is listed from both ends and by days', async (path, plural) => {
  type Entry = { readonly id: string; readonly dateCreated: number }
  const read = async (query: string) => {
    const { status, body } = await call('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`)
    expect([query, status]).toEqual([query, 200])
    return { entries: body[plural] as Entry[], next: body.nextCursor, total: body.totalCount }
  }
  const newest = await read('limit=100')
  const oldest = await read('limit=100&order=OLDEST')
  expect(newest.entries.length).toBeGreaterThanOrEqual(3)
  expect(oldest.entries.map(({ id }) => id)).toEqual(newest.entries.map(({ id }) => id).toReversed())

  const pages = await read('limit=1&order=OLDEST')
  const following = await read(`limit=1&order=OLDEST&cursor=${pages.next}`)
  expect([...pages.entries, ...following.entries]).toEqual(oldest.entries.slice(0, 2))

  const [from, to] = [start + 2 * DAY_MS, start + 3 * DAY_MS - 1]
  const chosen = await read(`limit=100&dateCreated=${from},${to}`)
  expect(chosen.entries).toEqual(
    newest.entries.filter(({ dateCreated }) => dateCreated >= from && dateCreated <= to),
  )
  expect(chosen.total).toBe(chosen.entries.length)
  expect(chosen.total).toBeGreaterThan(0)
  expect((await call('GET', `${path.split('?')[0]}?dateCreated=x`)).status).toBe(400)
  expect((await call('GET', `${path.split('?')[0]}?order=UP`)).status).toBe(400)
})

test('another mode has nothing of these lists', async () => {
  const inLive = { alias: live.alias, key: live.apiKey }
  const { body } = await service.call('GET', '/exports?order=OLDEST&dateCreated=0', inLive)
  expect(body).toMatchObject({ count: 0, exports: [] })
  const { status } = await service.call('GET', `/webhooks/${webhook}/deliveries?order=OLDEST`, inLive)
  expect(status).toBe(404)
})
