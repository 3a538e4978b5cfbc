import { connectProcessor } from '@goodword/contract/billing/connection-endpoints'
import { expect, test } from 'vitest'
import { bodyRules } from '../../../../forms/body-rules.ts'
import { processors } from './processors.ts'

test.each(processors)('what is typed to connect $name is what the service takes', ({ fields, body }) => {
  const values = Object.fromEntries(fields.map(({ name }) => [name, `${name}_1`]))
  const sent = body('sandbox', values)
  expect(sent).toMatchObject(values)
  expect(bodyRules(connectProcessor.body, sent).wrongFields()).toEqual([])
})

test.each(processors)('every mark in the picture of $name has its words', ({ picture }) => {
  expect(picture?.lines.map(({ mark }) => mark)).toEqual(picture?.legend.map((_, index) => `${index + 1}`))
})
