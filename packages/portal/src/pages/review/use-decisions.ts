import type { Referral } from '@goodword/client'
import { useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useToast } from '../../components/toast.tsx'
import { actionsOf, type Decision, decidedText, waitingRewards } from './waiting-rewards.ts'

/** Decides about the waiting rewards of referrals, with a way back while the message is shown. */
export function useDecisions(onDecided: () => void) {
  const showToast = useToast()
  const moderate = useMutationOf('moderateReferrals')
  const [isBusy, setIsBusy] = useState(false)
  const [undone, setUndone] = useState<ReturnType<typeof actionsOf>>([])

  async function send(requests: ReturnType<typeof actionsOf>): Promise<void> {
    setIsBusy(true)
    try {
      for (const actions of requests) await moderate.mutateAsync({ body: { actions } })
    } finally {
      setIsBusy(false)
    }
  }

  async function decide(referrals: readonly Referral[], decision: Decision): Promise<void> {
    const rewards = waitingRewards(referrals)
    if (rewards.length === 0 || isBusy) return
    await send(actionsOf(rewards, decision))
    onDecided()
    const undo = actionsOf(rewards, 'PEND')
    setUndone(undo)
    showToast({ text: decidedText(rewards, decision), onUndo: () => takeBack(undo) })
  }

  function takeBack(actions: ReturnType<typeof actionsOf>): void {
    setUndone([])
    void send(actions).catch(() => undefined)
  }

  return {
    isBusy,
    error: moderate.error,
    /** Takes the last decision back, once. */
    undo: () => takeBack(undone),
    // A failure is shown by `error`.
    decide: (referrals: readonly Referral[], decision: Decision) =>
      void decide(referrals, decision).catch(() => undefined),
  }
}
