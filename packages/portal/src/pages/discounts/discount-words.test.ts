import { discountStates } from '@goodword/domain/bills/bill-discount'
import { expect, test } from 'vitest'
import { stateSentence } from './discount-words.ts'

test('every state has a sentence, and a reason replaces it', () => {
  const sentences = discountStates.map((state) => stateSentence({ state, reason: null }))
  expect(new Set(sentences).size).toBe(discountStates.length)
  expect(stateSentence({ state: 'WAITING', reason: 'PAST_DUE' })).toMatch(/is past due/)
  expect(stateSentence({ state: 'FAILED', reason: 'CREDENTIALS_REJECTED' })).toMatch(
    /rejects the stored keys/,
  )
  expect(stateSentence({ state: 'PENDING', reason: 'NOT_CHECKED' })).toMatch(/has not been read since/)
  expect(stateSentence({ state: 'FAILED', reason: 'SOMETHING_NEW' })).toContain('SOMETHING_NEW')
})
