import { exampleDomains } from '@goodword/contract/domains/custom-domain'
import { domainProblems } from '@goodword/domain/hosts/host-claim'
import { expect, test } from 'vitest'
import { domainWords } from './domain-words.ts'

const { verified, pending } = exampleDomains

test('a domain that is verified and whose record is there needs no words', () => {
  expect(domainWords(verified)).toBeNull()
})

test('a domain that was just added says what to do, without a result of a check', () => {
  expect(domainWords(pending)).toMatchObject({
    kind: 'info',
    text: expect.stringMatching(/^It is looked for/),
  })
})

test.each(domainProblems)('%s is said in the words of every state', (problem) => {
  const texts = (['PENDING', 'VERIFIED', 'LOST'] as const).map(
    (state) => domainWords({ ...verified, state, problem })?.text ?? '',
  )
  for (const text of texts) {
    expect(text).not.toContain(problem)
    expect(text).toMatch(/^[A-Z].*[.]$/)
  }
  expect(new Set(texts).size).toBe(3)
})
