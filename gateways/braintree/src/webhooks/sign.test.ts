import fc from 'fast-check'
import { expect, test } from 'vitest'
import { payloadOf } from './sign.ts'

test('a payload is base64 in whole lines of 60 and a last one, each with its end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (bytes) => {
      const payload = payloadOf(Buffer.from(bytes))
      const lines = payload.split('\n')
      expect(lines.pop()).toBe('')
      const last = lines.pop() ?? ''
      expect(lines.every((line) => line.length === 60)).toBe(true)
      expect(last.length).toBeGreaterThan(0)
      expect(last.length).toBeLessThanOrEqual(60)
      expect(Buffer.from(payload, 'base64')).toEqual(Buffer.from(bytes))
    }),
  )
})
