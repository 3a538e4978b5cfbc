import { expect, test } from 'vitest'
import type { ProcessorClient, ProcessorCredentials, ProcessorError } from './connector.ts'

/** A processor with one merchant that is set up for referrals, and what a test does there beside the connector. */
export type ProcessorSubject = {
  readonly credentials: ProcessorCredentials
  readonly open: (credentials?: Partial<ProcessorCredentials>) => Pick<ProcessorClient, 'checkCredentials'>
  /** What happens to the next requests, so many of them; without a number, to all. */
  readonly fail: (fault: ProcessorFault, times?: number) => Promise<void>
}

export type ProcessorFault = { readonly kind: 'status'; readonly status: number } | { readonly kind: 'reset' }

/** What every connector promises to the rest of the service. */
export function describeConnector(given: () => Promise<ProcessorSubject>): void {
  test('right credentials are accepted', async () => {
    const { open } = await given()
    await expect(open().checkCredentials()).resolves.toBeUndefined()
  })

  test('wrong credentials are rejected, whichever part of them is wrong', async () => {
    const { open, credentials } = await given()
    for (const part of ['merchantId', 'publicKey', 'privateKey'] as const) {
      const wrong = open({ [part]: `${credentials[part]}x` })
      await expect(wrong.checkCredentials(), part).rejects.toMatchObject({
        code: 'CREDENTIALS_REJECTED',
        retryable: false,
      })
    }
  })

  test('credentials that cannot be right are rejected before any call', async () => {
    const { open } = await given()
    for (const impossible of [{ merchantId: '../other' }, { publicKey: '' }, { privateKey: 'a\nb' }])
      expect(() => open(impossible)).toThrow(expect.objectContaining({ code: 'CREDENTIALS_REJECTED' }))
  })

  test.each<[ProcessorFault, Partial<ProcessorError>]>([
    [
      { kind: 'status', status: 503 },
      { code: 'UNAVAILABLE', retryable: true },
    ],
    [
      { kind: 'status', status: 500 },
      { code: 'UNAVAILABLE', retryable: true },
    ],
    [
      { kind: 'status', status: 502 },
      { code: 'UNAVAILABLE', retryable: true },
    ],
    [
      { kind: 'status', status: 429 },
      { code: 'RATE_LIMITED', retryable: true },
    ],
    [
      { kind: 'status', status: 408 },
      { code: 'TIMED_OUT', retryable: true },
    ],
    [{ kind: 'reset' }, { code: 'UNAVAILABLE', retryable: true }],
  ])('a failure of the processor (%j) says nothing about the credentials', async (fault, error) => {
    const { open, fail } = await given()
    await fail(fault, 1)
    await expect(open().checkCredentials()).rejects.toMatchObject({ ...error, isOutcomeUnknown: false })
  })
}
