import { expect, test } from 'vitest'
import { shapeOf } from './statement-times.ts'

test('a statement is recognised when the server has written parameters for its constants', () => {
  const text = `
    select x.id, 'it''s' as kind -- a note
    from job x
    where x.tenant_id = $1
      and x.state = 'READY'
    limit 1000`
  const counted = 'select x.id, $2 as kind from job x where x.tenant_id = $1 and x.state = $3 limit $4'
  expect(shapeOf(text)).toBe(shapeOf(counted))
})
