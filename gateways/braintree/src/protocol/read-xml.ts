import { type SaxesAttributePlain, SaxesParser } from 'saxes'
import type { Param, Params } from '../model/params.ts'
import { snakeCase } from './snake-case.ts'
import { MAX_DEPTH, Unreadable } from './unreadable.ts'

type Open = {
  readonly name: string
  readonly isArray: boolean
  readonly isNil: boolean
  readonly children: { readonly name: string; readonly value: Param }[]
  text: string
}

/**
 * Reads the bodies that the Python, Ruby, PHP, Java and Go SDKs send. Names may have dashes or underscores; the items of an
 * array may be called anything. Types other than `array` are ignored: values are parsed where they are used.
 * @throws {Unreadable}
 */
export function readXml(text: string): Params {
  const root: Open = { name: '', isArray: false, isNil: false, children: [], text: '' }
  const path: Open[] = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw new Unreadable(`the body is not valid XML: ${error.message}`)
  })
  parser.on('doctype', () => {
    throw new Unreadable('the body has a document type')
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (path.length > MAX_DEPTH) throw new Unreadable('the body is nested too deeply')
    path.push(opened(name, attributes))
  })
  parser.on('text', (piece) => addText(path, piece))
  parser.on('cdata', (piece) => addText(path, piece))
  parser.on('closetag', () => {
    const closed = path.pop()
    if (closed !== undefined) path.at(-1)?.children.push({ name: closed.name, value: paramOf(closed) })
  })
  parser.write(text).close()
  return fieldsOf(root)
}

function opened(name: string, attributes: Record<string, SaxesAttributePlain | string>): Open {
  return {
    name: snakeCase(name),
    isArray: attributes.type === 'array' || attributes.type === 'collection',
    isNil: attributes.nil === 'true',
    children: [],
    text: '',
  }
}

function addText(path: readonly Open[], piece: string): void {
  const open = path.at(-1)
  if (open !== undefined) open.text += piece
}

function paramOf(it: Open): Param {
  if (it.isNil) return null
  if (it.isArray) return it.children.map((child) => child.value)
  if (it.children.length > 0) return fieldsOf(it)
  // Ruby's SDK writes an empty hash as a line break between the tags.
  return it.text.trim() === '' ? null : it.text
}

/** A repeated element is a list, also without type="array". */
function fieldsOf({ children }: Open): Params {
  const fields = new Map<string, Param[]>()
  for (const { name, value } of children) {
    const values = fields.get(name)
    if (values === undefined) fields.set(name, [value])
    else values.push(value)
  }
  return Object.fromEntries(
    Array.from(fields, ([name, values]): [string, Param] => [
      name,
      values.length === 1 ? (values[0] ?? null) : values,
    ]),
  )
}
