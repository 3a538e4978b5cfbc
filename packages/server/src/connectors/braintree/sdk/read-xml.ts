/** The SDK's value for an element: lists and objects have its children, under names in camel case. */
export type XmlValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | XmlValue[]
  | { [name: string]: XmlValue }

/** A document that was read, as the SDK hands it on. */
export class ReadXml {
  readonly value: XmlValue

  constructor(value: XmlValue) {
    this.value = value
  }
}

/** The type of an element's value, by its attributes. */
type Shape = 'FIELDS' | 'LIST' | 'COLLECTION' | 'NIL' | 'INTEGER' | 'BOOLEAN' | 'TEXT'

/** A beginning of an element, without its angle brackets. */
type Tag = {
  readonly name: string
  readonly shape: Shape
  readonly isEmpty: boolean
}

type Element = {
  readonly tag: Tag
  readonly names: string[]
  readonly values: XmlValue[]
}

/**
 * Elements of a transaction that nothing reads, the larger half of each. Without them it looks like one that was paid in
 * another way.
 */
const unread: ReadonlySet<string> = new Set(['billing', 'shipping', 'credit-card', 'status-history'])

/** The gateway does not nest more deeply. */
const MAX_DEPTH = 100

const DECLARATION = /^<\?xml [^?<>]*\?>/
const BLANK = /^\s*$/

/**
 * Reads a document of what the gateway writes: elements, attributes, texts and the five named entities. Null for a document
 * with anything else, or an error, which is for a complete parser.
 */
export function readXml(document: string): ReadXml | null {
  let at = DECLARATION.exec(document)?.[0].length ?? 0
  const root: Element = { tag: { name: '', shape: 'FIELDS', isEmpty: false }, names: [], values: [] }
  const open: Element[] = []
  let element = root
  for (;;) {
    const start = document.indexOf('<', at)
    if (start === -1) break
    if (document[start + 1] === '/') {
      const { tag, names } = element
      const end = start + 2 + tag.name.length
      const parent = open.pop()
      if (parent === undefined || !document.startsWith(tag.name, start + 2) || document[end] !== '>')
        return null
      const isField = names.length === 0
      if (!isField && !isBlank(document, at, start)) return null
      const text = isField ? textOf(document.slice(at, start)) : ''
      if (text === null) return null
      parent.names.push(tag.name)
      parent.values.push(valueIn(element, text))
      element = parent
      at = end + 1
      continue
    }
    const end = document.indexOf('>', start)
    const tag = end === -1 ? null : tagOf(document.slice(start + 1, end))
    // Text beside elements is only for layout.
    if (tag === null || !isBlank(document, at, start)) return null
    if (element === root && root.names.length > 0) return null
    at = end + 1
    if (tag.isEmpty) {
      element.names.push(tag.name)
      element.values.push(valueIn({ tag, names: [], values: [] }, ''))
    } else if (element.tag.name === 'transaction' && unread.has(tag.name)) {
      const closing = `</${tag.name}>`
      const closed = document.indexOf(closing, at)
      if (closed === -1) return null
      at = closed + closing.length
    } else if (open.push(element) > MAX_DEPTH) return null
    else element = { tag, names: [], values: [] }
  }
  const isWhole = element === root && root.names.length === 1 && isBlank(document, at, document.length)
  return isWhole ? new ReadXml(fieldsOf(root)) : null
}

function isBlank(document: string, from: number, to: number): boolean {
  if (from === to || (to === from + 1 && document[from] === '\n')) return true
  return BLANK.test(document.slice(from, to))
}

const TAG = /^([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w.-]*="[^"<&]*")*)\s*(\/?)$/
const ATTRIBUTE = /([\w.-]+)="([^"]*)"/g

/** Nearly all are one of a few hundred; some names are the merchant's, as those of custom fields. */
const knownTags = new Map<string, Tag>()
const MAX_KNOWN = 5000

/** Null for text that is no beginning of an element, or has other attributes than the gateway writes. */
function tagOf(text: string): Tag | null {
  const known = knownTags.get(text)
  if (known !== undefined) return known
  const [, name, attributes = '', slash] = TAG.exec(text) ?? []
  if (name === undefined) return null
  const tag = { name, shape: shapeOf(attributes), isEmpty: slash === '/' }
  if (knownTags.size < MAX_KNOWN) knownTags.set(text, tag)
  return tag
}

function shapeOf(text: string): Shape {
  if (text === '') return 'FIELDS'
  const attributes = new Map(Array.from(text.matchAll(ATTRIBUTE), ([, name, value]) => [name, value]))
  const type = attributes.get('type')
  if (type === 'array') return 'LIST'
  if (type === 'collection') return 'COLLECTION'
  if (attributes.get('nil') === 'true') return 'NIL'
  if (type === 'integer') return 'INTEGER'
  return type === 'boolean' ? 'BOOLEAN' : 'TEXT'
}

function valueIn(element: Element, text: string): XmlValue {
  const { shape } = element.tag
  if (shape === 'FIELDS') return element.names.length === 0 ? text : fieldsOf(element)
  if (shape === 'NIL') return null
  const own = BLANK.test(text) ? undefined : text
  if (shape === 'LIST') return own === undefined ? itemsOf(element) : [own]
  if (shape === 'COLLECTION') return own === undefined ? fieldsOf(element) : { '#': own }
  if (shape === 'INTEGER') return Number.parseInt(own ?? '', 10)
  return shape === 'BOOLEAN' ? own === 'true' : own
}

function fieldsOf({ names, values }: Element): XmlValue {
  const fields: { [name: string]: XmlValue } = {}
  for (let at = 0; at < names.length; at += 1) {
    const name = inCamelCase(names[at] ?? '')
    if (Object.hasOwn(fields, name)) return fieldsWithLists(names, values)
    fields[name] = values[at]
  }
  return fields
}

function fieldsWithLists(names: readonly string[], values: readonly XmlValue[]): XmlValue {
  const fields: { [name: string]: XmlValue } = {}
  for (const [name, found] of byName(names, values))
    fields[inCamelCase(name)] = found.length === 1 ? found[0] : found
  return fields
}

/** Items of one name stand together. */
function itemsOf({ names, values }: Element): XmlValue[] {
  const [first] = names
  return names.every((it) => it === first) ? values : [...byName(names, values).values()].flat()
}

function byName(names: readonly string[], values: readonly XmlValue[]): ReadonlyMap<string, XmlValue[]> {
  const grouped = new Map<string, XmlValue[]>()
  for (const [at, name] of names.entries()) {
    const found = grouped.get(name)
    if (found === undefined) grouped.set(name, [values[at]])
    else found.push(values[at])
  }
  return grouped
}

const camelNames = new Map<string, string>()

function inCamelCase(name: string): string {
  const known = camelNames.get(name)
  if (known !== undefined) return known
  const made = name.replace(/[-_][a-z0-9]/g, (it) => it.slice(1).toUpperCase())
  if (camelNames.size < MAX_KNOWN) camelNames.set(name, made)
  return made
}

const ENTITY = /&(?:(amp|lt|gt|quot|apos);)?/g

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Null for an entity that has no name here. */
function textOf(text: string): string | null {
  if (!text.includes('&')) return text
  let isKnown = true
  const decoded = text.replace(ENTITY, (_, name: string | undefined) => {
    if (name === undefined) isKnown = false
    return characters[name ?? ''] ?? ''
  })
  return isKnown ? decoded : null
}
