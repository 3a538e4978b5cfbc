import type { Account } from '../../model/account.ts'
import type { FaultRule } from '../../model/fault-rule.ts'
import { notThere } from '../control-error.ts'
import type { ControlRoute, RouteMaker } from '../control-route.ts'
import { faultSummary } from '../make-fault.ts'

/** Reads, removes and counts anew; how a rule is made is each sandbox's own. */
export function faultRoutes<C, A extends Account>({ ofAccount }: RouteMaker<C, A>): ControlRoute<C>[] {
  return [
    ofAccount('GET', '/faults', { handle: ({ account }) => summaries(account) }),
    ofAccount('DELETE', '/faults/:id', {
      handle: ({ account, path }) => {
        const removed = account.faults.find((each) => each.id === path.id)
        if (removed === undefined) throw notThere(`fault rule ${path.id}`)
        account.faults = account.faults.filter((each) => each !== removed)
        return faultSummary(removed)
      },
    }),
    ofAccount('DELETE', '/faults', {
      handle: ({ account }) => {
        account.faults = []
        return summaries(account)
      },
    }),
    // Counts restart, so that a rule for the second request means the second from now.
    ofAccount('POST', '/faults/reset', {
      handle: ({ account }) => {
        countAnew(account)
        return summaries(account)
      },
    }),
  ]
}

export function addFault(account: Account, rule: FaultRule) {
  account.faults = [...account.faults, rule]
  return faultSummary(rule)
}

export function countAnew({ faults }: Account): void {
  for (const rule of faults) Object.assign(rule, { seen: 0, hits: 0 })
}

function summaries({ faults }: Account) {
  return { items: faults.map(faultSummary) }
}
