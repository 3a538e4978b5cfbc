import { createClient } from '@goodword/client'
import { expect, test } from 'vitest'
import { UsageError } from '../command.ts'
import { sinceOf, startOf } from './events-list.ts'

test.each([
  ['90s', { kind: 'ago', ms: 90_000 }],
  ['6h', { kind: 'ago', ms: 21_600_000 }],
  ['7d', { kind: 'ago', ms: 604_800_000 }],
  ['2026-03-01', { kind: 'at', time: Date.UTC(2026, 2, 1) }],
  ['2026-03-01T09:30+01:00', { kind: 'at', time: Date.UTC(2026, 2, 1, 8, 30) }],
])('the period since %s starts there', (text, since) => expect(sinceOf(text)).toEqual(since))

test.each(['', '6', '6y', 'yesterday', '2026-02-31', '2026-13-01', '2026-03-01T25:00Z', '03/01/2026'])(
  'a period cannot start at %j',
  (text) => expect(() => sinceOf(text)).toThrow(UsageError),
)

test('a duration ends at the time of the program, whose test clock may have been moved', async () => {
  const text = JSON.stringify({ now: 9_000_000 })
  const answer = { status: 200, headers: new Headers(), text: async () => text }
  const [baseUrl, tenantAlias, apiKey] = ['http://any.example', 'test_acme', 'gw_test_x']
  const client = createClient({ baseUrl, tenantAlias, apiKey, fetch: async () => answer })
  expect(await startOf({ kind: 'ago', ms: 1_000_000 }, client, true)).toBe(8_000_000)
})
