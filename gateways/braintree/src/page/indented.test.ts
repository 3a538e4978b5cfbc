import { expect, test } from 'vitest'
import { indented } from './indented.ts'

test('XML is read more easily when each element has its line', () => {
  expect(indented('<?xml version="1.0"?>\n<a><b nil="true"/><c><d>1 < 2</d></c></a>\n')).toBe(
    '<?xml version="1.0"?>\n<a>\n  <b nil="true"/>\n  <c>\n    <d>1 < 2</d>\n  </c>\n</a>',
  )
})
