import { type ControlRoute, ofMerchant } from '../control-route.ts'
import { flag, only } from '../fields.ts'
import { journey, moveClock, setRunning } from '../move-clock.ts'
import { streamAdvance } from '../progress.ts'
import { clockSummary, isoOf } from '../summaries.ts'

export const clockRoutes: readonly ControlRoute[] = [
  ofMerchant('GET', '/clock', {
    handle: ({ control, merchant }) => clockSummary(control.gateway, merchant),
  }),
  ofMerchant('PATCH', '/clock', {
    body: only({ runs: flag() }),
    handle: ({ control, merchant, body }) => {
      setRunning(control, merchant, body.runs)
      return clockSummary(control.gateway, merchant)
    },
  }),
  ofMerchant('POST', '/clock/advance', {
    query: ['progress'],
    body: journey,
    handle: async ({ control, merchant, query, body }) => {
      if (query.progress !== undefined) return streamAdvance(control, merchant, body)
      const { from, to, ...counts } = await moveClock(control, merchant, body)
      return { from: isoOf(from), to: isoOf(to), ...counts }
    },
  }),
]
