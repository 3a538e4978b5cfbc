import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stepsOfSdk } from './braintree-sdk.ts'
import { readXml } from './read-xml.ts'

const { parser, util } = stepsOfSdk()

const complete = async (document: string) =>
  util.convertNodeToObject(
    await parser.parseStringPromise(document, { attrkey: '@', charkey: '#', explicitArray: false }),
  )

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
  ' type="boolean"',
  ' type="collection"',
  ' type="date"',
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

test('the parser reads from a response what the SDK makes of it', async () => {
  await fc.assert(
    fc.asyncProperty(element, async (it) => {
      const document = `<?xml version="1.0" encoding="UTF-8"?>\n${it}\n`
      const read = readXml(document)
      expect(read).not.toBeNull()
      const expected = await complete(document)
      expect(read?.value).toEqual(expected)
      // Fields without a value are there, too.
      expect(isDeepStrictEqual(read?.value, expected)).toBe(true)
    }),
  )
})

test('the reader of XML leaves out addresses, the card and the history of a transaction', async () => {
  const inner =
    '<id>1</id><status-history type="array"><status-event><id>2</id></status-event></status-history>'
  const others = '<billing><id>3</id></billing><shipping/><credit-card><token>4</token></credit-card>'
  const document = `<transactions type="array"><transaction>${inner}${others}<amount>1.00</amount></transaction></transactions>`
  expect(readXml(document)?.value).toEqual({ transactions: [{ id: '1', shipping: '', amount: '1.00' }] })
  expect(readXml(document.replace('</credit-card>', ''))).toBeNull()
})

describe('the complete parser', () => {
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
  ])('the parser leaves %s to a complete parser', (_, document) => expect(readXml(document)).toBeNull())
})
