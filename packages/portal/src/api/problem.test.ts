import { ApiError } from '@goodword/client'
import { expect, test } from 'vitest'
import { problemOf } from './problem.ts'

test('what people correct by themselves has no request ID for the operator', () => {
  const codes = ['SIGN_IN_FAILED', 'VALIDATION_FAILED', 'LINK_NOT_VALID', 'INTERNAL_ERROR'] as const
  const errors = codes.map((code) => new ApiError({ code, message: '', status: 400, requestId: 'req_1' }))
  expect(errors.map((it) => problemOf(it).requestId)).toEqual([null, null, null, 'req_1'])
})
