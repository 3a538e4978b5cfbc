import { invalid } from './api-error.ts'

/** The value of a form with bracketed names: texts, lists and records. */
export type Form = string | readonly Form[] | FormRecord
export type FormRecord = { readonly [name: string]: Form }

type Node = { text: string | null; readonly children: Map<string, Node> }

const MAX_DEPTH = 10

/** Reads `a[b]=1&c[]=2&d[0][e]=3`. A later value of the same name wins. @throws {ApiError} */
export function readForm(text: string): FormRecord {
  const root = emptyNode()
  for (const [name, value] of new URLSearchParams(text)) {
    let node = root
    for (const part of partsOf(name)) {
      const key = part === '' ? `${node.children.size}` : part
      const child = node.children.get(key) ?? emptyNode()
      node.children.set(key, child)
      node = child
    }
    node.text = value
  }
  return recordOf(root)
}

/** Reads JSON as a form: numbers and booleans are texts, and null is an empty one. @throws {ApiError} */
export function readJson(text: string): FormRecord {
  const form = formOfJson(parsed(text))
  if (isRecord(form)) return form
  throw invalid('The body is no JSON object.')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not valid JSON.')
  }
}

function formOfJson(value: unknown): Form {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map(formOfJson)
  if (typeof value !== 'object') return `${value}`
  const record: Record<string, Form> = Object.create(null)
  for (const [key, each] of Object.entries(value)) record[key] = formOfJson(each)
  return record
}

export function isRecord(form: Form | undefined): form is FormRecord {
  return typeof form === 'object' && !Array.isArray(form)
}

export function isList(form: Form | undefined): form is readonly Form[] {
  return Array.isArray(form)
}

function emptyNode(): Node {
  return { text: null, children: new Map() }
}

function partsOf(name: string): readonly string[] {
  const open = name.indexOf('[')
  if (open === -1) return [name]
  const rest = name.slice(open)
  if (open === 0 || !/^(\[[^[\]]*\])+$/.test(rest)) throw invalid(`Invalid parameter name: ${name}`)
  const parts = [name.slice(0, open), ...rest.slice(1, -1).split('][')]
  if (parts.length > MAX_DEPTH) throw invalid(`The parameter ${name} is nested too deeply`)
  return parts
}

function formOf(node: Node): Form {
  if (node.children.size === 0) return node.text ?? ''
  const keys = Array.from(node.children.keys())
  if (!keys.every((key) => /^\d{1,6}$/.test(key))) return recordOf(node)
  return keys
    .toSorted((a, b) => Number(a) - Number(b))
    .flatMap((key) => {
      const child = node.children.get(key)
      return child === undefined ? [] : [formOf(child)]
    })
}

/** Without a prototype, so that a name such as `constructor` is a name. */
function recordOf(node: Node): FormRecord {
  const record: Record<string, Form> = Object.create(null)
  for (const [key, child] of node.children) record[key] = formOf(child)
  return record
}
