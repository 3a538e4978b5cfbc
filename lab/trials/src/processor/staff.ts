import type { Decision } from './bill-calendar.ts'
import { type Gateway, timeOf } from './gateway.ts'
import type { ProcessorTarget } from './target.ts'

export type Action = `${'DENY' | 'APPROVE'}_${Decision['side']}`

/** The decisions of staff, with the time of the processor's clock. */
export type Staff = {
  readonly decisions: readonly Decision[]
  decide(friend: string, action: Action): Promise<void>
  isDenied(friend: string, side: Decision['side']): boolean
}

export function createStaff(gateway: Gateway, target: ProcessorTarget): Staff {
  const decisions: Decision[] = []
  return {
    decisions,
    async decide(friend, action) {
      const at = await timeOf(gateway)
      await target.moderate(friend, action)
      const side = action.endsWith('REFERRER') ? 'REFERRER' : 'REFERRED'
      decisions.push({ friend, side, isDenied: action.startsWith('DENY'), at })
    },
    isDenied: (friend, side) =>
      decisions.findLast((it) => it.friend === friend && it.side === side)?.isDenied ?? false,
  }
}
