import { moveClock } from '@goodword/sandbox/control/move-clock'
import { streamAdvance } from '@goodword/sandbox/control/progress'
import { addFault } from '@goodword/sandbox/control/routes/fault-routes'
import { isoOf } from '@goodword/sandbox/control/summaries'
import { faultBody } from '../bodies.ts'
import { type ControlRoute, ofAccount } from '../control-route.ts'
import { goalOf, journey } from '../journey.ts'
import { makeFault } from '../make-fault.ts'

/** Moves time, and makes things go wrong. */
export const movingRoutes: readonly ControlRoute[] = [
  ofAccount('POST', '/clock/advance', {
    query: ['progress'],
    body: journey,
    handle: async ({ control, account: merchant, query, body }) => {
      const goal = () => goalOf(control.gateway, merchant, body)
      if (query.progress !== undefined) return streamAdvance(control, merchant, goal)
      const { from, to, ...counts } = await moveClock(control, merchant, goal)
      return { from: isoOf(from), to: isoOf(to), ...counts }
    },
  }),
  ofAccount('POST', '/faults', {
    body: faultBody,
    handle: ({ account: merchant, body }) => addFault(merchant, makeFault(merchant, body)),
  }),
]
