import type { IntegrationStep } from '@goodword/client'
import { expect, test } from 'vitest'
import { nextStepOf, progressOf } from './step-words.ts'

const step = (name: IntegrationStep['step'], state: IntegrationStep['state']): IntegrationStep => ({
  ...{ step: name, state, message: '', guideUrl: '' },
  ...{ dateFirst: null, dateLast: null },
})

test('what is missing comes before what works in part, and optional steps do not count', () => {
  const steps = [
    step('PROGRAM_ACTIVE', 'DONE'),
    step('ORIGINS_ALLOWED', 'WARNING'),
    step('CODE_FILLED', 'MISSING'),
    step('PROCESSOR_CONNECTED', 'OPTIONAL'),
  ]
  expect(nextStepOf(steps)?.step).toBe('CODE_FILLED')
  expect(progressOf(steps)).toEqual({ done: 1, total: 3 })
  expect(nextStepOf([step('PROGRAM_ACTIVE', 'DONE')])).toBeNull()
})
