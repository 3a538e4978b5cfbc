import { expect, test } from 'vitest'
import type { ProcessorError } from '../../connectors/processor-error.ts'
import type { ConnectorTraits, ProcessorFault, ProcessorSubject } from '../processor/processor-subject.ts'

export function describeConnection(
  given: () => Promise<ProcessorSubject>,
  { discounts }: ConnectorTraits,
): void {
  test('right credentials are accepted, and belong to an account', async () => {
    const { open, account } = await given()
    expect(await open().checkCredentials()).toBe(account)
  })

  test('wrong credentials are rejected, whichever part of them is wrong', async () => {
    const { open, credentials } = await given()
    const { processor, environment, ...keys } = credentials
    for (const part of Object.keys(keys)) {
      const wrong = open({ credentials: { [part]: `${credentials[part]}x` } })
      await expect(wrong.checkCredentials(), part).rejects.toMatchObject({
        code: 'CREDENTIALS_REJECTED',
        retryable: false,
      })
    }
  })

  test('credentials that cannot be right are rejected before any call', async () => {
    const { open, impossible } = await given()
    for (const credentials of impossible)
      expect(() => open({ credentials })).toThrow(expect.objectContaining({ code: 'CREDENTIALS_REJECTED' }))
  })

  test.each<[ProcessorFault, Partial<ProcessorError>]>([
    [
      { kind: 'status', status: 503 },
      { code: 'UNAVAILABLE', retryable: true },
    ],
    [
      { kind: 'status', status: 429 },
      { code: 'RATE_LIMITED', retryable: true },
    ],
    [{ kind: 'reset' }, { code: 'UNAVAILABLE', retryable: true }],
  ])('a failure of the processor (%j) says nothing about the credentials', async (fault, error) => {
    const { open, fail } = await given()
    await fail(fault, 'any', { times: 1 })
    await expect(open().checkCredentials()).rejects.toMatchObject({ ...error, isOutcomeUnknown: false })
  })

  test('nothing is missing where all is set up, however often and at the same time it is checked', async () => {
    const { open, discountId } = await given()
    const [client, other] = [open(), open()]
    const checks = [client, other, client].map((each) => each.findMissingSetup(discountId))
    expect(await Promise.all(checks)).toEqual([[], [], []])
  })

  if (discounts === 'SET_UP') {
    test('a discount that is not set up is missing, and the finding says what to do', async () => {
      const { open } = await given()
      expect(await open().findMissingSetup('other_discount')).toEqual([
        {
          item: 'DISCOUNT',
          severity: 'missing',
          name: 'other_discount',
          message: expect.stringContaining('Create it'),
        },
      ])
    })
  }

  test('a permission that is missing is a finding', async () => {
    const { open, deny, discountId } = await given()
    await deny('setting a discount')
    expect(await open().findMissingSetup(discountId)).toMatchObject([
      { item: 'PERMISSION', severity: 'missing' },
    ])
  })
}
