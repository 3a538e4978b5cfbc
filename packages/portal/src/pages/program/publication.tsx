import { ApiError, type Program } from '@goodword/client'
import type { Program as ContractProgram } from '@goodword/contract/program/program'
import { publishableSettings, settingsOfOneMode } from '@goodword/contract/program/publishable-settings'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { operationQuery } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/fields/checkbox.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { useToast } from '../../components/overlays/toast.tsx'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { count } from '../../format/number-text.ts'
import { useRole } from '../../session/use-session.ts'
import { ChangeList } from './change-list.tsx'
import { fieldName, programChanges } from './program-changes.ts'
import { publishWarning } from './publish-warnings.ts'

type PublicationProps = {
  readonly onClose: () => void
  /** The stored test program. */
  readonly test: Program
  /** The alias of the live program. */
  readonly live: string
  readonly hasUnsavedChanges: boolean
}

/** The changes that the live program would get from the test program, setting by setting. */
export function Publication({ test, live: alias, hasUnsavedChanges, onClose }: PublicationProps) {
  const live = useQuery({ ...operationQuery(alias, 'readProgram', undefined), staleTime: 0 })
  if (live.isError) return <ErrorState error={live.error} onRetry={live.refetch} />
  if (live.data === undefined || live.isRefetching) return <TextSkeleton label="Live program" lines={6} />
  return (
    <div className="flex flex-col gap-4">
      {hasUnsavedChanges && (
        <Notice kind="warning" title="Your unsaved changes are not part of this">
          Close this and save them first, so that they are compared as well.
        </Notice>
      )}
      <Differences test={test} live={live.data} alias={alias} onClose={onClose} />
    </div>
  )
}

type DifferencesProps = {
  readonly test: Program
  readonly live: Program
  readonly alias: string
  readonly onClose: () => void
}

function Differences({ test, live, alias, onClose }: DifferencesProps) {
  const { canWrite } = useRole()
  const [isAsking, setAsking] = useState(false)
  const publish = usePublish(alias, onClose)
  const { update, fields } = publicationOf(test, live)
  // Pages of a test shop go live only if they are chosen.
  const [leftOut, setLeftOut] = useState<readonly string[]>(() =>
    fields.filter((it) => isPage(it) && publishWarning(it, test) !== null),
  )
  const chosen = fields.filter((it) => !leftOut.includes(it))
  const staying = programChanges(live, test).filter(({ path }) => isOfOneMode(path))
  const body = { ...live, ...Object.fromEntries(chosen.map((it) => [it, update[it]])) }
  return (
    <>
      {fields.length === 0 ? (
        <p>The live program has the settings of the test program already. There is nothing to publish.</p>
      ) : (
        <>
          <p>
            {count(fields.length, 'setting differs', 'settings differ')}. Choose what goes live; the old value
            of the live program comes first.
          </p>
          <ul className="flex flex-col gap-3" aria-label="Settings that differ">
            {fields.map((field) => (
              <li key={field} className="flex flex-col gap-1.5">
                <Checkbox
                  label={`Publish: ${fieldName(field) ?? field}`}
                  isChecked={chosen.includes(field)}
                  disabled={!canWrite}
                  onChange={(isOn) =>
                    setLeftOut((it) => (isOn ? it.filter((name) => name !== field) : [...it, field]))
                  }
                  hint={<Warning text={publishWarning(field, test)} />}
                />
                <ChangeList label={fieldName(field) ?? field} changes={changesOf(field, live, test)} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Notice kind="info" title="This stays as it is in live mode">
        Whether the program is on, its allowed origins, and the ID of the discount at the payment processor;
        also keys, the connection to the payment processor, webhooks and domains, which each mode has of its
        own.
        {staying.length > 0 && (
          <ul className="mt-1 list-disc pl-5">
            {staying.map((it) => (
              <li key={it.path} className="break-words">
                {it.label}: {it.before} in live mode, {it.after} in test mode
              </li>
            ))}
          </ul>
        )}
      </Notice>
      {!canWrite && <p className="text-soft">Only an owner or admin of the team may publish.</p>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        {fields.length > 0 && (
          <Button kind="primary" disabled={!canWrite || chosen.length === 0} onClick={() => setAsking(true)}>
            Publish {count(chosen.length, 'setting')}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Publish ${count(chosen.length, 'setting')} to the live program?`}
        action="Publish to live"
        isDanger={false}
        mutation={publish}
        onConfirm={() => publish.publish(body)}
      >
        <p>
          {chosen.map(fieldName).join(', ')}: real customers get {chosen.length === 1 ? 'it' : 'them'} from
          now on. Rewards that were given already keep their terms.
        </p>
      </ConfirmDialog>
    </>
  )
}

function Warning({ text }: { readonly text: string | null }) {
  return text === null ? null : <span className="text-warning">{text}</span>
}

const isPage = (field: string) => field === 'landingPage' || field === 'fallbackPage'

/** The client has plain texts where the contract has checked ones: both came from the service. */
function publicationOf(test: Program, live: Program) {
  const { update, changes } = publishableSettings(test as ContractProgram, live as ContractProgram)
  // Equal in words means equal in effect: an empty list of texts is like none.
  const fields = changes.map((it) => it.field).filter((it) => changesOf(it, live, test).length > 0)
  return { update, fields }
}

function changesOf(field: string, live: Program, test: Program) {
  return programChanges(live, test).filter(({ path }) => path === field || path.startsWith(`${field}.`))
}

function isOfOneMode(path: string): boolean {
  return settingsOfOneMode.some((it) => it === path)
}

/** Replaces the live program. When someone else changed it meanwhile, it is compared anew. */
function usePublish(alias: string, onDone: () => void) {
  const queries = useQueryClient()
  const showToast = useToast()
  const replace = useMutationWithToast('replaceProgram', {
    tenantAlias: alias,
    done: 'Published. The live program has these settings now.',
    onSuccess: onDone,
  })
  const onError = (error: Error) => {
    if (!(error instanceof ApiError) || error.code !== 'STALE_VERSION') return
    showToast({
      text: 'Someone else changed the live program meanwhile. Nothing was published: compare again.',
      kind: 'danger',
    })
    void queries.invalidateQueries({ queryKey: [alias] })
  }
  return { ...replace, publish: (body: Program) => replace.mutate({ body }, { onError }) }
}
