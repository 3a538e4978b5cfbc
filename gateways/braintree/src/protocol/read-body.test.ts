import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isParams, type Param, type Params } from '../model/params.ts'
import { readJson } from './read-json.ts'
import { readXml } from './read-xml.ts'
import { Unreadable } from './unreadable.ts'

/** How an SDK writes XML. */
type Convention = {
  readonly tagOf: (key: string) => string
  readonly item: string
  readonly nil: (tag: string) => string
  readonly typeOf: (leaf: string | number | boolean) => string
}

const typed = (leaf: string | number | boolean): string =>
  typeof leaf === 'string' ? '' : ` type="${typeof leaf === 'number' ? 'integer' : 'boolean'}"`

const conventions: Readonly<Record<string, Convention>> = {
  Python: { tagOf: (key) => key, item: 'item', nil: (tag) => `<${tag}></${tag}>`, typeOf: typed },
  Ruby: {
    tagOf: (key) => key.replaceAll('_', '-'),
    item: 'item',
    nil: (tag) => `<${tag} nil="true"/>`,
    typeOf: typed,
  },
  PHP: {
    tagOf: (key) => key.replaceAll('_', '-'),
    item: 'item',
    nil: (tag) => `<${tag}/>`,
    typeOf: () => '',
  },
  Go: {
    tagOf: (key) => key.replaceAll('_', '-'),
    item: 'modification',
    nil: (tag) => `<${tag} nil="true"></${tag}>`,
    typeOf: () => '',
  },
}

function written(key: string, value: Param, how: Convention): string {
  const tag = how.tagOf(key)
  if (value === null) return how.nil(tag)
  if (Array.isArray(value)) {
    const items = value.map((each) => written(how.item, each, how)).join('\n  ')
    return `<${tag} type="array">${items}</${tag}>`
  }
  if (isParams(value)) return `<${tag}>\n${writtenFields(value, how)}</${tag}>`
  const leaf = value as string | number | boolean
  return `<${tag}${how.typeOf(leaf)}>${escaped(`${leaf}`)}</${tag}>`
}

function writtenFields(params: Params, how: Convention): string {
  return Object.entries(params)
    .map(([key, value]) => written(key, value, how))
    .join('\n')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** The content of a request, independent of the types of its leaves. Each value has one form. */
function meant(param: Param): Param {
  if (Array.isArray(param)) return param.map(meant)
  if (isParams(param)) {
    return Object.fromEntries(Object.entries(param).map(([key, each]) => [key, meant(each)]))
  }
  return param === null ? '' : `${param}`
}

const key = fc
  .array(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 3 })
  .map((words) => words.join('_'))
const text = fc.stringMatching(/^[ -~äß✓]{0,12}$/).map((each) => each.trim())
const leaf = fc.oneof(text, fc.integer(), fc.boolean(), fc.constant(null))
const { fields } = fc.letrec<{ fields: Params; value: Param }>((tie) => ({
  fields: fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(leaf, { maxLength: 3 }),
    fc.array(tie('fields'), { maxLength: 3 }),
    tie('fields'),
  ),
}))

test.each(Object.entries(conventions))('what %s writes as XML says the same as its JSON', (_sdk, how) => {
  fc.assert(
    fc.property(fields, (params) => {
      const body = { subscription: params }
      const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${writtenFields(body, how)}`
      expect(meant(readXml(xml))).toEqual(meant(readJson(JSON.stringify(body))))
    }),
  )
})

test.each([
  ['<search></search>', { search: null }],
  ['<search/>', { search: null }],
  ['<search><ids type="array"/></search>', { search: { ids: [] } }],
  ['<search><ids type="array"><item>a</item></ids></search>', { search: { ids: ['a'] } }],
  [
    '<search><status><item>a</item><item>b</item></status></search>',
    { search: { status: { item: ['a', 'b'] } } },
  ],
  ['<a><![CDATA[1 < 2]]></a>', { a: '1 < 2' }],
  ['<a>&#169;&amp;</a>', { a: '©&' }],
])('%s is read', (xml, params) => {
  expect(readXml(xml)).toEqual(params)
})

test('keys that every object has are keys like others', () => {
  expect(Object.keys(readJson('{"__proto__": {"polluted": true}}'))).toEqual(['__proto__'])
  expect(Object.keys(readXml('<constructor>x</constructor>'))).toEqual(['constructor'])
  expect({}).not.toHaveProperty('polluted')
})

test('any text at all is read, or is unreadable', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.stringMatching(/^[<>/a&;="! -]{0,40}$/)), (body) => {
      for (const read of [readXml, readJson]) {
        try {
          expect(isParams(read(body))).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(Unreadable)
        }
      }
    }),
  )
})
