import type { Account } from '../../model/account.ts'
import type { Control } from '../control.ts'
import type { ControlRoute, RouteMaker } from '../control-route.ts'
import { flag, only } from '../fields.ts'
import { setRunning } from '../move-clock.ts'
import { clockSummary } from '../summaries.ts'

/** Reads an account's own clock, and lets it run or stand. */
export function clockRoutes<A extends Account, C extends Control<A>>({
  ofAccount,
}: RouteMaker<C, A>): ControlRoute<C>[] {
  return [
    ofAccount('GET', '/clock', { handle: ({ control, account }) => clockSummary(control.gateway, account) }),
    ofAccount('PATCH', '/clock', {
      body: only({ runs: flag() }),
      handle: ({ control, account, body }) => {
        setRunning(control, account, body.runs)
        return clockSummary(control.gateway, account)
      },
    }),
  ]
}
