import type { TestProgramData } from '@goodword/client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { useOperation } from '../../api/use-operation.ts'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Section } from '../../components/page.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { Unread } from '../../components/texts/error-state.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { Progress } from '../../components/texts/progress.tsx'
import { useRole, useTenant } from '../../session/use-session.ts'
import { countsOf, isErasing, wholeText } from './test-data-words.ts'

const POLL_MS = 2000

/** Actions that cannot be undone. */
export function DangerTab() {
  const isLive = useTenant()?.mode === 'live'
  if (isLive) {
    return (
      <Notice kind="info" title="Data of the live program is not erased here">
        Only test programs can be erased as a whole. In live mode, erase single people on their page under
        People. Switch to test mode to erase the test data.
      </Notice>
    )
  }
  return <TestDataSection />
}

function TestDataSection() {
  // Also after an erasure that another person started.
  const data = useOperation('readTestData', undefined, { refreshMs: POLL_MS })
  return (
    <Section title="Erase the test data">
      {data.data === undefined ? (
        <Unread query={data} label="Test data" lines={12} />
      ) : (
        <TestData data={data.data} />
      )}
    </Section>
  )
}

function TestData({ data }: { readonly data: TestProgramData }) {
  const alias = useTenantAlias()
  const { isOwner } = useRole()
  const [isOpen, setOpen] = useState(false)
  const erase = useMutationOf('eraseTestData', { onSuccess: () => setOpen(false) })
  const { counts, state } = data
  useReadAgainAfter(isErasing(state))
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      <p className="text-soft">
        Starts the test program afresh. Its settings, keys, domains, webhooks, connection and audit log stay.
        The live program is not touched.
      </p>
      <ErasureState data={data} />
      <KeyValueList entries={countsOf(counts)} />
      {isOwner ? (
        <div>
          <Button kind="danger" disabled={isErasing(state)} onClick={() => setOpen(true)}>
            Erase the test data
          </Button>
        </div>
      ) : (
        <p className="text-soft">Only owners can erase the test data.</p>
      )}
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Erase all test data?"
        action="Erase the test data"
        typed={alias}
        mutation={erase}
        onConfirm={() => erase.mutate({ body: { confirm: alias } })}
      >
        <p>{wholeText(counts)} This cannot be undone.</p>
        <p>
          Nothing changes at the payment processor: discounts that were set at its sandbox stay there and are
          no longer managed.
        </p>
      </ConfirmDialog>
    </div>
  )
}

/** Reads the data of other pages again after the erasure, which removed it. */
function useReadAgainAfter(isRunning: boolean): void {
  const alias = useTenantAlias()
  const queries = useQueryClient()
  useEffect(() => {
    if (!isRunning) return
    return () => void queries.invalidateQueries({ queryKey: [alias] })
  }, [isRunning, alias, queries])
}

function ErasureState({ data }: { readonly data: TestProgramData }) {
  const { state, erasedRows, dateFinished, dateRequested } = data
  if (state === 'NONE') return null
  if (state === 'DONE') {
    return (
      <Notice kind="good" title="The last erasure is finished">
        {erasedRows.toLocaleString()} rows were erased, <DateTime at={dateFinished} />.
      </Notice>
    )
  }
  return (
    <div className="flex flex-col gap-2" aria-live="polite">
      <Progress label={state === 'ERASING' ? 'Erasing …' : 'Checking that nothing is left …'} done={null} />
      <p className="text-soft">
        {erasedRows.toLocaleString()} rows erased since <DateTime at={dateRequested} />. You can leave this
        page: it goes on by itself.
      </p>
    </div>
  )
}
