import { allEndpoints } from '@goodword/contract/all-endpoints'
import { expect, test } from 'vitest'
import { lazyValidator } from './app.ts'

test.each(allEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
  'every schema of %s can be compiled',
  (_, { params, query, body }) => {
    for (const schema of [params, query, ...(body === null ? [] : [body])]) {
      expect(lazyValidator(schema)([])).toBe(false)
    }
  },
)

test('a validator knows the errors of its last value alone, and is shared by all that have its schema', () => {
  const schema = { type: 'object', properties: { count: { type: 'integer' } } }
  const validator = lazyValidator(schema)
  expect(validator({ count: 'many' })).toBe(false)
  expect(validator.errors).toMatchObject([{ instancePath: '/count', keyword: 'type', data: 'many' }])
  expect(lazyValidator(schema)({ count: 1 })).toBe(true)
  expect(validator.errors).toBeNull()
})
