import { expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { requestOk, user } = merchantAt(service.call, service.live)

const block = (accountId: string) =>
  requestOk('POST', `/account/${accountId}/block`, { reason: 'Seen twice.', author: 'Ada' })
/** Makes one entry more of the list. */
const addUser = (count: number) => user(`acct_${count}`)

/** The number of the newest account, so that each list has one more. */
let latest = 3

test.each<{ path: string; other: string; add: (count: number) => Promise<unknown> }>([
  { path: '/users?', other: '/users?accountId=acct_1&', add: addUser },
  { path: '/users?query=acct_&', other: '/users?query=acct_1_u&', add: addUser },
  {
    path: '/users?blocked=true&',
    other: '/users?blocked=true&query=acct_1_u&',
    add: async (count) => {
      await addUser(count)
      await block(`acct_${count}`)
    },
  },
  { path: '/accounts?query=acct_&', other: '/accounts?query=acct_1&', add: addUser },
  {
    path: '/account/acct_1/timeline?',
    other: '/account/acct_2/timeline?',
    add: async () => {
      await block('acct_1')
      await requestOk('POST', '/account/acct_1/unblock', { reason: 'A family.', author: 'Ada' })
    },
  },
])('the list $path is counted for its first page, and its cursor carries the count', async (list) => {
  for (const count of [1, 2, 3]) await addUser(count)
  for (const count of [1, 2, 3]) await list.add(count)
  const page = (cursor: unknown, path = list.path) =>
    requestOk('GET', `${path}limit=1${cursor === null ? '' : `&cursor=${String(cursor)}`}`)

  const first = await page(null)
  latest += 1
  await list.add(latest)
  const second = await page(first.nextCursor)
  expect(second.totalCount).toBe(first.totalCount)
  if (second.nextCursor !== null) expect((await page(second.nextCursor)).totalCount).toBe(first.totalCount)
  expect((await page(null)).totalCount).not.toBe(first.totalCount)

  // The count of another question is not taken over, and neither is that of an exact count.
  const alone = (await page(null, list.other)).totalCount
  expect((await page(first.nextCursor, list.other)).totalCount).toBe(alone)
  expect((await page(first.nextCursor, `${list.path}totalCount=exact&`)).totalCount).not.toBe(
    first.totalCount,
  )
})
