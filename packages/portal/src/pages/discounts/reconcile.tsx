import type { ConnectionReconciliation } from '@goodword/client'
import { RefreshCw } from 'lucide-react'
import { problemOf } from '../../api/problem.ts'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { count } from '../../format/count.ts'

/** Compares discounts with the payment processor now, for one account or for all. */
export function useReconcile() {
  const reconcile = useMutationOf('reconcileConnection')
  const busyAccount = reconcile.isPending ? (reconcile.variables.body.accountId ?? null) : undefined
  return {
    run: (accountId: string | null) => reconcile.mutate({ body: accountId === null ? {} : { accountId } }),
    /** Undefined when none runs, null when it runs for all accounts. */
    busyAccount,
    answer: (
      <Answer error={reconcile.error} result={reconcile.data} account={reconcile.variables?.body.accountId} />
    ),
  }
}

type ReconcileButtonProps = {
  readonly reconcile: ReturnType<typeof useReconcile>
  readonly accountId: string | null
}

export function ReconcileButton({ reconcile: { run, busyAccount }, accountId }: ReconcileButtonProps) {
  return (
    <Button
      icon={accountId === null ? <RefreshCw /> : undefined}
      onClick={() => run(accountId)}
      isBusy={busyAccount === accountId}
      disabled={busyAccount !== undefined && busyAccount !== accountId}
      aria-label={accountId === null ? undefined : `Compare ${accountId} now`}
    >
      {accountId === null ? 'Compare all now' : 'Compare'}
    </Button>
  )
}

type AnswerProps = {
  readonly error: unknown
  readonly result: ConnectionReconciliation | undefined
  readonly account: string | undefined
}

function Answer({ error, result, account }: AnswerProps) {
  if (error !== null) {
    const { title, text, requestId } = problemOf(error)
    return (
      <Notice kind="danger" title={title} requestId={requestId}>
        {text}
      </Notice>
    )
  }
  if (result === undefined) return null
  const { checked, changed, failed } = result
  return (
    <Notice
      kind={failed > 0 ? 'warning' : 'good'}
      title={account === undefined ? 'All accounts were compared' : `${account} was compared`}
    >
      {count(checked, 'customer')} compared, {changed.toLocaleString()} corrected, {failed.toLocaleString()}{' '}
      failed.
      {failed > 0 && ' What failed is tried again by itself; its reason stands in the list.'}
      {account === undefined &&
        ' What could not be compared within 10 seconds is compared in the background and is not counted here.'}
    </Notice>
  )
}
