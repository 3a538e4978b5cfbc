import { drawId } from '../drawing/ids.ts'
import type { Account } from '../model/account.ts'
import type { FaultRule, RequestFault } from '../model/fault-rule.ts'
import type { RuleBody } from './fault-body.ts'
import { Misfit } from './fitted.ts'

type Own = { readonly kind: string }

/** A rule of the account from a request. */
export function makeRule<Action extends Own>(
  account: Account,
  body: RuleBody,
  action: RequestFault | Action,
): FaultRule<Action> {
  return {
    id: drawId(account, 6, (id) => account.faults.some((each) => each.id === id)),
    match: { method: body.method ?? null, path: body.path ?? null },
    from: body.from ?? 1,
    times: body.times ?? null,
    probability: body.probability ?? 1,
    action,
    seen: 0,
    hits: 0,
  }
}

/** A rule in the shape of its request, with its counts. */
export function faultSummary({ match: { method, path }, ...rule }: FaultRule) {
  return { ...rule, method, path }
}

type Given = { readonly kind: string; readonly ms?: number; readonly status?: number }

/** The fields that each fault of requests has beside its kind. */
const fieldsOf: Readonly<Record<RequestFault['kind'], readonly string[]>> = {
  delay: ['ms'],
  hang: [],
  reset: [],
  status: ['status'],
  malformed: [],
  truncated: [],
  answer_lost: [],
  applied_late: ['ms', 'status'],
}

/** @throws {Misfit} for a field that the kind does not have, or for one that it needs */
export function requestFaultOf(
  given: Given & { readonly kind: RequestFault['kind'] },
  place: string,
): RequestFault {
  const { kind, ms, status } = given
  checkFields(given, fieldsOf[kind], place)
  if (kind === 'delay') return { kind, ms: needed(ms, `${place}: a delay needs ms, in milliseconds.`) }
  if (kind === 'status') return { kind, status: needed(status, `${place}: needs a status to respond with.`) }
  if (kind === 'applied_late') {
    return {
      kind,
      ms: needed(ms, `${place}: needs ms, the delay before the request is executed.`),
      status: status ?? 504,
    }
  }
  return { kind }
}

/** @throws {Misfit} for a field that the kind of an action does not have */
export function checkFields(given: Own, known: readonly string[], place: string): void {
  const strange = Object.keys(given).find((key) => key !== 'kind' && !known.includes(key))
  if (strange === undefined) return
  const has = known.length === 0 ? 'nothing beside it' : `beside it: ${known.join(', ')}`
  throw new Misfit([`${place}: the kind "${given.kind}" has no "${strange}". It has ${has}.`])
}

function needed<T>(value: T | undefined, mistake: string): T {
  if (value === undefined) throw new Misfit([mistake])
  return value
}
