import { faultBody } from '../bodies.ts'
import { notThere } from '../control-error.ts'
import { type ControlRoute, ofMerchant } from '../control-route.ts'
import { faultSummary, makeFault } from '../make-fault.ts'

export const faultRoutes: readonly ControlRoute[] = [
  ofMerchant('GET', '/faults', { handle: ({ merchant }) => ({ items: merchant.faults.map(faultSummary) }) }),
  ofMerchant('POST', '/faults', {
    body: faultBody,
    handle: ({ merchant, body }) => {
      const rule = makeFault(merchant, body)
      merchant.faults = [...merchant.faults, rule]
      return faultSummary(rule)
    },
  }),
  ofMerchant('DELETE', '/faults/:id', {
    handle: ({ merchant, path }) => {
      const removed = merchant.faults.find((each) => each.id === path.id)
      if (removed === undefined) throw notThere(`fault rule ${path.id}`)
      merchant.faults = merchant.faults.filter((each) => each !== removed)
      return faultSummary(removed)
    },
  }),
  ofMerchant('DELETE', '/faults', {
    handle: ({ merchant }) => {
      merchant.faults = []
      return { items: merchant.faults.map(faultSummary) }
    },
  }),
  // Counts restart, so that a rule for the second request means the second from now.
  ofMerchant('POST', '/faults/reset', {
    handle: ({ merchant }) => {
      for (const rule of merchant.faults) Object.assign(rule, { seen: 0, hits: 0 })
      return { items: merchant.faults.map(faultSummary) }
    },
  }),
]
