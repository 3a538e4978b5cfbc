import { expect, test } from 'vitest'
import { actorText } from '../../../format/actor-text.ts'
import { actionText, outcomeText } from './audit-words.ts'

test('entries are shown in words', () => {
  expect(actorText('staff 019a-5f2e olivia@acme.example')).toBe('olivia@acme.example')
  expect(actorText('key ****4kQx')).toBe('API key ****4kQx')
  expect(actorText('operator root')).toBe('operator root')
  expect(actionText('replaceProgram')).toBe('Replace program')
  expect(actionText('keys create')).toBe('keys create')
  expect(outcomeText({ outcome: 'REFUSED', errorCode: 'STALE_VERSION' })).toBe('Refused: STALE_VERSION')
  expect(outcomeText({ changed: {} })).toBeNull()
})
