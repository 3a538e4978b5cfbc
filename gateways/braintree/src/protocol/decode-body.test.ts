import { expect, test } from 'vitest'
import { decodeBody } from './decode-body.ts'
import { Unreadable } from './unreadable.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')

test.each([
  ['UTF-8, unless something else is said', Buffer.from('<a>Zoë</a>'), 'application/xml'],
  ['the charset of the header', latin1('<a>Zoë</a>'), 'application/xml; charset=ISO-8859-1'],
  ['a quoted charset', latin1('<a>Zoë</a>'), 'application/xml; charset="latin1"'],
])('a body is read in %s', (_what, bytes, type) => {
  expect(decodeBody(bytes, type)).toBe('<a>Zoë</a>')
})

test('a body is read in the charset of its XML declaration', () => {
  const declared = '<?xml version="1.0" encoding="ISO-8859-1"?><a>Zoë</a>'
  expect(decodeBody(latin1(declared), 'application/xml')).toBe(declared)
})

test.each([
  ['bytes that are not UTF-8', latin1('<a>Zoë</a>'), 'application/xml'],
  ['a charset that does not exist', Buffer.from('<a/>'), 'application/xml; charset=klingon'],
])('%s are refused', (_what, bytes, type) => {
  expect(() => decodeBody(bytes, type)).toThrow(Unreadable)
})
