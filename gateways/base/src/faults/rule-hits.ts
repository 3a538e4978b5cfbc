import { isDrawn } from '../drawing/chance.ts'
import type { Account } from '../model/account.ts'
import type { Address } from '../model/address.ts'
import { type FaultRule, isRequestFault, type RequestPattern } from '../model/fault-rule.ts'

/** Whether a rule is about such requests. */
export function fitsRequest({ method, path }: RequestPattern, request: Address): boolean {
  if (method !== null && method.toUpperCase() !== request.method) return false
  return path === null || patternOf(path).test(request.path)
}

/** Whether a rule is in force that fails requests, unlike one that declines charges. */
export function canFailRequests({ faults }: Pick<Account, 'faults'>): boolean {
  return faults.some(({ action, times, hits }) => isRequestFault(action) && (times === null || hits < times))
}

/** The first rule that hits, among those that fit; those after it have seen it all the same. */
export function firstHit<Rule extends FaultRule>(
  account: Pick<Account, 'chance'>,
  fitting: readonly Rule[],
): Rule | null {
  let first: Rule | null = null
  for (const rule of fitting) {
    if (first !== null) rule.seen += 1
    else if (hits(account, rule)) first = rule
  }
  return first
}

/** Counts a match of a rule, and returns whether the rule applies. */
function hits(account: Pick<Account, 'chance'>, rule: FaultRule): boolean {
  rule.seen += 1
  if (rule.seen < rule.from) return false
  if (rule.times !== null && rule.hits >= rule.times) return false
  if (!isDrawn(account, rule.probability)) return false
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
