import { beforeEach, describe, expect, test } from 'vitest'
import { signInLimit } from './rate-limit.ts'

let now: number

beforeEach(() => {
  now = 0
})

describe('attempts to sign in', () => {
  const limitOf = () => signInLimit(5, { now: () => now })
  const isAdmitted = (countSignIn: ReturnType<typeof limitOf>, account: string | null, from: string) => {
    try {
      countSignIn(account, from)
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 60 })
      return false
    }
  }
  const admitted = (limit: ReturnType<typeof limitOf>, times: number, account: string | null, from: string) =>
    Array.from({ length: times }, () => isAdmitted(limit, account, from)).filter(Boolean).length

  test('attempts to sign in of one address to one account are limited to five a minute', () => {
    const limit = limitOf()
    expect(admitted(limit, 50, 'ada@example.com', '192.0.2.1')).toBe(5)
    now += 60_000
    expect(admitted(limit, 50, 'ADA@example.com', '192.0.2.1')).toBe(5)
  })

  test('the attempts that an address uses up are never those of another, however many addresses try', () => {
    const limit = limitOf()
    for (let it = 0; it < 200; it += 1) admitted(limit, 45, 'ada@example.com', `198.51.100.${it}`)
    expect(admitted(limit, 50, 'ada@example.com', '192.0.2.1')).toBe(5)
  })

  test('attempts that are refused for one account take nothing from other accounts of the address', () => {
    const limit = limitOf()
    expect(admitted(limit, 100, 'ada@example.com', '192.0.2.1')).toBe(5)
    expect(admitted(limit, 5, 'bob@example.com', '192.0.2.1')).toBe(5)
  })

  test('attempts of one address to all accounts together are limited to twenty a minute', () => {
    const limit = limitOf()
    const attempts = Array.from({ length: 50 }, (_, it) => isAdmitted(limit, `person-${it}`, '192.0.2.1'))
    expect(attempts.filter(Boolean)).toHaveLength(20)
    expect(admitted(limit, 5, null, '192.0.2.1')).toBe(0)
    expect(admitted(limit, 50, null, '192.0.2.2')).toBe(20)
  })
})
