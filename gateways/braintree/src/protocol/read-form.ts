import type { Params } from '../model/params.ts'
import { MAX_DEPTH, Unreadable } from './unreadable.ts'

/** Reads a form: `customer[custom_fields][referral_coupon]=X` is a value three levels deep, `ids[]=1` an item of a list. @throws {Unreadable} */
export function readForm(text: string): Params {
  const root = new Map<string, Node>()
  for (const [name, value] of new URLSearchParams(text)) put(root, keysOf(name), value)
  return paramsOf(root)
}

type Node = string | Map<string, Node>

function keysOf(name: string): readonly string[] {
  const [first = '', ...rest] = name.split('[')
  if (rest.length > MAX_DEPTH) throw new Unreadable('the form is nested too deeply')
  return [first, ...rest.map((key) => key.replace(/\]$/, ''))]
}

function put(level: Map<string, Node>, [key = '', ...below]: readonly string[], value: string): void {
  const name = key === '' ? `${level.size}` : key
  if (below.length === 0) {
    level.set(name, value)
    return
  }
  const next = level.get(name)
  const deeper = next instanceof Map ? next : new Map<string, Node>()
  level.set(name, deeper)
  put(deeper, below, value)
}

function paramsOf(level: Map<string, Node>): Params {
  return Object.fromEntries(
    Array.from(level, ([key, node]) => [key, node instanceof Map ? paramsOf(node) : node]),
  )
}
