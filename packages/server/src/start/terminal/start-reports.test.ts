import { expect, test } from 'vitest'
import { statusLine } from './start-reports.ts'

test('a status line replaces the previous one, never wraps, and leaves nothing behind', () => {
  let written = ''
  const line = statusLine({
    columns: 10,
    write: (text: string | Uint8Array) => {
      written += text
      return true
    },
  })
  line.show('Starting …')
  line.show('Ready')
  line.clear()
  expect(written).toBe('\r\u001b[KStarting \r\u001b[KReady\r\u001b[K')
})
