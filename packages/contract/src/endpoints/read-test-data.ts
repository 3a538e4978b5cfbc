import { Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { exampleTestData, TestData } from '../test-data.ts'

export const readTestData = endpoint({
  name: 'readTestData',
  tag: 'Test mode',
  method: 'GET',
  path: '/test-data',
  summary: 'Retrieve the extent of test data',
  description:
    'Returns how much data a test program has, and how far its last erasure is. Live programs have no test data.',
  scope: 'admin',
  params: Type.Object({}),
  query: Type.Object({}),
  body: null,
  success: { 200: TestData },
  refusals: ['NOT_A_TEST_TENANT'],
  example: { answer: exampleTestData },
})
