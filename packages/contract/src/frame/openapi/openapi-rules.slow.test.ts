import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { allEndpoints } from '../../all-endpoints.ts'
import { openApiDocument } from './openapi.ts'

test('the OpenAPI document passes the recommended rules of Redocly, its structure and examples included', async () => {
  const source = JSON.stringify(openApiDocument(allEndpoints, 'https://goodword.example.com', '1.2.3'))
  // Every address in tests is one of example.com.
  const rules = { 'no-server-example.com': 'off' } as const
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source, config })
  const found = problems.map(({ ruleId, message, location }) => ({
    ruleId,
    message,
    pointers: location.map((it) => it.pointer),
  }))
  expect(found).toEqual([])
})
