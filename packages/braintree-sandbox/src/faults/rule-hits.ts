import { isDrawn } from '../model/chance.ts'
import type { FaultRule, RequestPattern } from '../model/fault-rule.ts'
import type { Merchant } from '../model/merchant.ts'
import type { Address } from '../protocol/address-of.ts'

/** Whether a rule is about such requests. */
export function fitsRequest({ method, path }: RequestPattern, request: Address): boolean {
  if (method !== null && method.toUpperCase() !== request.method) return false
  return path === null || patternOf(path).test(request.path)
}

/** Whether a rule is in force that fails requests, unlike one that declines charges. */
export function canFailRequests({ faults }: Merchant): boolean {
  return faults.some(
    ({ action, times, hits }) => action.kind !== 'decline' && (times === null || hits < times),
  )
}

/** The first rule that hits, among those that fit; those after it have seen it all the same. */
export function firstHit(merchant: Merchant, fitting: readonly FaultRule[]): FaultRule | null {
  let first: FaultRule | null = null
  for (const rule of fitting) {
    if (first !== null) rule.seen += 1
    else if (hits(merchant, rule)) first = rule
  }
  return first
}

/** Counts a match of a rule, and returns whether the rule applies. */
function hits(merchant: Merchant, rule: FaultRule): boolean {
  rule.seen += 1
  if (rule.seen < rule.from) return false
  if (rule.times !== null && rule.hits >= rule.times) return false
  if (!isDrawn(merchant, rule.probability)) return false
  rule.hits += 1
  return true
}

/** `*` matches a path segment or a part of it, `**` matches anything. */
function patternOf(path: string): RegExp {
  const parts = path.replace(/\/$/, '').split(/(\*+)/)
  const pattern = parts.map((part) => {
    if (part === '*') return '[^/]*'
    return part.startsWith('*') ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  })
  return new RegExp(`^${pattern.join('')}$`)
}
