import { expect, test } from 'vitest'
import { parseTraceParent } from './tracing.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const SPAN = 'b7ad6b7169203331'

test.each([
  [`00-${TRACE}-${SPAN}-01`, 1],
  [`00-${TRACE}-${SPAN}-00`, 0],
  [`cc-${TRACE}-${SPAN}-01-of-a-later-version`, 1],
])('the traceparent %s is read', (header, flags) => {
  expect(parseTraceParent(header)).toEqual({ traceId: TRACE, spanId: SPAN, flags })
})

test.each([
  undefined,
  '',
  'nonsense',
  `ff-${TRACE}-${SPAN}-01`,
  `00-${TRACE}-${SPAN}-01-more`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE}-${SPAN}`,
  [`00-${TRACE}-${SPAN}-01`],
])('the traceparent %s names no trace', (header) => {
  expect(parseTraceParent(header)).toBeNull()
})
