import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parserOfSdk } from './braintree-sdk.ts'
import { parseXml } from './parse-xml.ts'

const complete = (document: string) =>
  parserOfSdk().parseStringPromise(document, { attrkey: '@', charkey: '#', explicitArray: false })

const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (it) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[it] ?? '&quot;')

const name = fc.constantFrom(
  'id',
  'add-on',
  'status',
  'items',
  'amount',
  'constructor',
  'x1.y_z',
  '__proto__',
)
const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(' ', '\n', 'a', '1', '&', '<', '>', '"', "'", ']', 'é', '😀') }),
  fc.constantFrom('', ' ', '\n  ', '30.00', 'true'),
)
const attributes = fc.constantFrom(
  '',
  ' type="array"',
  ' type="integer"',
  ' nil="true"',
  ' type="array"  nil="x y"',
)

const { element } = fc.letrec<{ element: string }>((tie) => ({
  element: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(name, attributes, text).map(([it, given, inner]) => `<${it}${given}>${escaped(inner)}</${it}>`),
    fc.tuple(name, attributes).map(([it, given]) => `<${it}${given}/>`),
    fc
      .tuple(name, attributes, fc.array(tie('element'), { maxLength: 5 }), fc.constantFrom('', '\n  '))
      .map(([it, given, inner, gap]) => `<${it}${given}>${gap}${inner.join(gap)}${gap}</${it}>`),
  ),
}))

test('what it parses is what the parser of the SDK makes of it', async () => {
  await fc.assert(
    fc.asyncProperty(element, async (it) => {
      const document = `<?xml version="1.0" encoding="UTF-8"?>\n${it}\n`
      const parsed = parseXml(document)
      expect(parsed).not.toBeNull()
      expect(parsed).toEqual(await complete(document))
    }),
  )
})

describe('what is for a complete parser', () => {
  test.each([
    ['a comment', '<a><!-- b --></a>'],
    ['a section of characters', '<a><![CDATA[b]]></a>'],
    ['a type of document', '<!DOCTYPE a><a/>'],
    ['an entity with a number', '<a>&#233;</a>'],
    ['an entity without a known name', '<a>&eacute;</a>'],
    ['an attribute with an entity', '<a b="&amp;"/>'],
    ['an attribute in single quotes', "<a b='c'/>"],
    ['text beside elements', '<a>b<c/></a>'],
    ['an end that is missing', '<a><b></a>'],
    ['an end without a beginning', '</a>'],
    ['two roots', '<a/><b/>'],
    ['text after the root', '<a/>b'],
    ['a page of HTML', '<!doctype html><p>503'],
    ['nothing', ''],
  ])('%s', (_, document) => expect(parseXml(document)).toBeNull())
})
