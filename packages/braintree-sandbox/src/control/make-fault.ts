import type { FaultAction, FaultRule } from '../model/fault-rule.ts'
import { drawId } from '../model/ids.ts'
import type { Merchant } from '../model/merchant.ts'
import type { FaultBody } from './bodies.ts'
import { Misfit } from './fitted.ts'

/** A rule of the merchant from a request. @throws {Misfit} */
export function makeFault(merchant: Merchant, body: FaultBody, place = 'action'): FaultRule {
  return {
    id: drawId(merchant, 6, (id) => merchant.faults.some((each) => each.id === id)),
    match: { method: body.method ?? null, path: body.path ?? null },
    from: body.from ?? 1,
    times: body.times ?? null,
    probability: body.probability ?? 1,
    action: actionOf(body.action, place),
    seen: 0,
    hits: 0,
  }
}

/** A rule in the shape of its request, with its counts. */
export function faultSummary({ match: { method, path }, ...rule }: FaultRule) {
  return { ...rule, method, path }
}

type FaultActionBody = FaultBody['action']

/** The required fields of each kind of action. */
const fieldsOf: Readonly<Record<FaultActionBody['kind'], readonly (keyof FaultActionBody)[]>> = {
  delay: ['ms'],
  hang: [],
  reset: [],
  status: ['status'],
  malformed: [],
  truncated: [],
  answer_lost: [],
  applied_late: ['ms', 'status'],
  decline: ['code', 'token', 'subscriptionId'],
}

function actionOf(given: FaultActionBody, place: string): FaultAction {
  const { kind, ms, status, code, token = null, subscriptionId = null } = given
  const known = fieldsOf[kind]
  const strange = Object.keys(given).find((key) => key !== 'kind' && !known.some((each) => each === key))
  if (strange !== undefined) {
    const has = known.length === 0 ? 'nothing beside it' : `beside it: ${known.join(', ')}`
    throw new Misfit([`${place}: the kind "${kind}" has no "${strange}". It has ${has}.`])
  }
  if (kind === 'delay') return { kind, ms: needed(ms, `${place}: a delay needs ms, in milliseconds.`) }
  if (kind === 'status') return { kind, status: needed(status, `${place}: needs a status to respond with.`) }
  if (kind === 'applied_late') {
    return {
      kind,
      ms: needed(ms, `${place}: needs ms, the delay before the request is executed.`),
      status: status ?? 504,
    }
  }
  if (kind === 'decline') return { kind, code: code ?? '2000', token, subscriptionId }
  return { kind }
}

function needed<T>(value: T | undefined, mistake: string): T {
  if (value === undefined) throw new Misfit([mistake])
  return value
}
