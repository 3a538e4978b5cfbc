import type { Param, Params } from '../model/params.ts'
import { snakeCase } from './snake-case.ts'
import { MAX_DEPTH, Unreadable } from './unreadable.ts'

/** Reads the body that the Node SDK sends. @throws {Unreadable} */
export function readJson(text: string): Params {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Unreadable('the body is not valid JSON', { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Unreadable('the body is not a JSON object')
  }
  return paramsOf(value, 1)
}

function paramsOf(value: object, depth: number): Params {
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [snakeCase(key), paramOf(each, depth)]),
  )
}

function paramOf(value: unknown, depth: number): Param {
  if (depth > MAX_DEPTH) throw new Unreadable('the body is nested too deeply')
  if (Array.isArray(value)) return value.map((each) => paramOf(each, depth + 1))
  if (typeof value === 'object' && value !== null) return paramsOf(value, depth + 1)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}
