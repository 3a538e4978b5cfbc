import type { Day } from '../model/day.ts'
import { type Cents, moneyText } from '../model/money.ts'

/**
 * The content of a response, to be serialized as the gateway's XML. Keys are tags, with dashes. A number is an integer, a
 * boolean is one, text has no type, null is nil; undefined fields are left out.
 */
export type XmlValue = string | number | boolean | null | Typed | List | WrittenXml | Fields
export type Fields = { readonly [tag: string]: XmlValue | undefined }
export type Element = { readonly tag: string; readonly value: XmlValue }

class Typed {
  readonly type: string
  readonly text: string

  constructor(type: string, text: string) {
    this.type = type
    this.text = text
  }
}

class List {
  readonly type: 'array' | 'collection'
  readonly item: string
  readonly items: readonly XmlValue[]
  readonly fields: Fields

  constructor(type: List['type'], item: string, items: readonly XmlValue[], fields: Fields) {
    this.type = type
    this.item = item
    this.items = items
    this.fields = fields
  }
}

/** The content of an element that is already written as XML. */
export class WrittenXml {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export function element(tag: string, value: XmlValue): Element {
  return { tag, value }
}

/** A moment in milliseconds since the epoch. */
export function time(moment: number | null): XmlValue {
  return moment === null ? null : new Typed('datetime', `${new Date(moment).toISOString().slice(0, 19)}Z`)
}

export function date(day: Day | null): XmlValue {
  return day === null ? null : new Typed('date', day)
}

/** Money is text without a type. */
export function money(cents: Cents | null): XmlValue {
  return cents === null ? null : moneyText(cents)
}

/** A word of the gateway's own, as attributes of errors are. */
export function symbol(word: string): XmlValue {
  return new Typed('symbol', word)
}

export function array(item: string, items: readonly XmlValue[]): XmlValue {
  return new List('array', item, items, {})
}

/** A page of a search. */
export function collection(item: string, items: readonly XmlValue[], fields: Fields): XmlValue {
  return new List('collection', item, items, fields)
}

/**
 * Writes fields that are shown often once and for all. The text is copied: one that was put together keeps all of its pieces,
 * which take ten times the memory.
 */
export function written(fields: Fields): WrittenXml {
  return new WrittenXml(Buffer.from(writeFields(fields)).toString())
}

/** Every element begins on a line of its own, as the gateway writes them. */
export function writeXml({ tag, value }: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${write(tag, value)}\n`
}

function write(tag: string, value: XmlValue): string {
  // An element that is nil must have no type: Python's SDK would make a number of nothing.
  if (value === null) return `<${tag} nil="true"/>`
  if (typeof value === 'string') return `<${tag}>${escaped(value)}</${tag}>`
  if (typeof value === 'number') return `<${tag} type="integer">${value}</${tag}>`
  if (typeof value === 'boolean') return `<${tag} type="boolean">${value}</${tag}>`
  if (value instanceof Typed) return `<${tag} type="${value.type}">${escaped(value.text)}</${tag}>`
  if (value instanceof List) {
    const items = value.items.map((item) => `\n${write(value.item, item)}`).join('')
    if (items === '' && value.type === 'array') return `<${tag} type="array"/>`
    return `<${tag} type="${value.type}">${writeFields(value.fields)}${items}\n</${tag}>`
  }
  const inside = value instanceof WrittenXml ? value.text : writeFields(value)
  // An element without fields has no text either: SDKs read white space as text.
  return inside === '' ? `<${tag}></${tag}>` : `<${tag}>${inside}\n</${tag}>`
}

function writeFields(fields: Fields): string {
  let text = ''
  for (const tag of Object.keys(fields)) {
    const value = fields[tag]
    if (value !== undefined) text += `\n${write(tag, value)}`
  }
  return text
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // A bare one would be read as the end of a line.
  '\r': '&#13;',
}

/** All but plain characters, which nearly every text has nothing but: it is looked at once, not changed twice. */
const special = /[^\u0020-\u0021\u0023-\u0025\u0027-\u003b\u003d\u003f-\ud7ff]/

/** Escapes a text, and leaves out characters that XML does not allow. */
function escaped(text: string): string {
  if (!special.test(text)) return text
  const held = text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
  return held.replace(/[&<>"\r]/g, (letter) => escapes[letter] ?? letter)
}
