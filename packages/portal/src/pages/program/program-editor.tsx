import { ApiError } from '@goodword/client'
import { replaceProgram } from '@goodword/contract/endpoints/program'
import { Link, useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { Notice } from '../../components/notice.tsx'
import { count } from '../../format/count.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { useRole } from '../../session/use-role.ts'
import { useTenant } from '../../session/use-tenant.ts'
import { ChangeList } from './change-list.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { milestoneProblem } from './milestones-section.tsx'
import type { ProgramDraft } from './use-program-draft.ts'

type ProgramEditorProps = {
  readonly draft: ProgramDraft
  readonly label: string
  readonly children: ReactNode
}

/**
 * `<ProgramEditor label="Program" draft={draft}>sections</ProgramEditor>`: the form around sections of the program, with
 * its bar for saving, what someone else saved meanwhile, and a question before unsaved changes are left.
 */
export function ProgramEditor({ draft, label, children }: ProgramEditorProps) {
  const { canWrite } = useRole()
  const [opened, setOpened] = useState<'nothing' | 'changes' | 'conflict' | 'turn-off'>('nothing')
  const close = () => setOpened('nothing')
  const isLive = useTenant()?.mode === 'live'
  const isDirty = draft.changes.length > 0
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  const turnsOff = isLive && draft.base.active && !draft.program.active
  const submit = () => {
    if (!isDirty || draft.theirs !== null) return
    if (turnsOff) setOpened('turn-off')
    else draft.save()
  }
  return (
    <>
      <Form
        label={label}
        onSubmit={submit}
        error={isSetupMissing(draft.error) ? null : draft.error}
        rules={bodyRules(replaceProgram.body, draft.program, [milestoneProblem(draft.program.milestones)])}
      >
        {!canWrite && (
          <Notice kind="info" title="You can look, and not change">
            Only an owner or admin of the team may change the program.
          </Notice>
        )}
        {isSetupMissing(draft.error) && <SetupNotice error={draft.error} />}
        <fieldset
          disabled={!canWrite}
          className="contents [&_:is(input,select,textarea)]:scroll-mt-32 [&_:is(input,select,textarea)]:scroll-mb-24"
        >
          {children}
        </fieldset>
        {isDirty && (
          <SaveBar draft={draft} onShow={() => setOpened('changes')} onDecide={() => setOpened('conflict')} />
        )}
      </Form>
      <Dialog
        isOpen={opened === 'changes'}
        onClose={close}
        title={count(draft.changes.length, 'unsaved change')}
        size="wide"
      >
        <ChangeList label="Unsaved changes" changes={draft.changes} />
      </Dialog>
      {draft.theirs !== null && (
        <ConflictDialog draft={draft} theirs={draft.theirs} isOpen={opened === 'conflict'} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={opened === 'turn-off'}
        onClose={close}
        title="Turn the live program off?"
        action="Turn the program off"
        onConfirm={() => {
          close()
          draft.save()
        }}
      >
        <p>
          Referral codes are not valid any more, share links lead to the page for codes that are not valid,
          and no new friends are attributed to referrers.
        </p>
        <p>Referrals, rewards and discounts that exist go on. You can turn it on again at any time.</p>
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        title="Leave without saving?"
        action="Leave and discard"
        onConfirm={() => leaving.proceed?.()}
      >
        <p>{`${count(draft.changes.length, 'change')} of the program ${draft.changes.length === 1 ? 'is' : 'are'} not saved, and would be lost.`}</p>
      </ConfirmDialog>
    </>
  )
}

type SaveBarProps = {
  readonly draft: ProgramDraft
  readonly onShow: () => void
  readonly onDecide: () => void
}

/** Always in view while something is not saved. */
function SaveBar({ draft, onShow, onDecide }: SaveBarProps) {
  const isBlocked = draft.theirs !== null
  return (
    <section
      aria-label="Unsaved changes"
      className="floating sticky bottom-4 z-10 flex flex-wrap items-center gap-2 px-4 py-2.5"
    >
      <Button kind="quiet" onClick={onShow}>
        {count(draft.changes.length, 'unsaved change')}
      </Button>
      <p role="status" className="text-warning">
        {isBlocked && 'Someone else saved a change first.'}
      </p>
      <span className="ml-auto flex gap-2">
        <Button onClick={draft.discard} disabled={draft.isSaving}>
          Discard
        </Button>
        {isBlocked ? (
          <Button kind="primary" onClick={onDecide}>
            See it and decide
          </Button>
        ) : (
          <Button type="submit" kind="primary" isBusy={draft.isSaving}>
            Save the program
          </Button>
        )}
      </span>
    </section>
  )
}

function SetupNotice({ error }: { readonly error: ApiError }) {
  const tenantAlias = useTenantAlias()
  const place = useRef<HTMLDivElement>(null)
  // It stands above the form, whose end may be in view.
  useEffect(() => {
    if (error !== null) place.current?.focus()
  }, [error])
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-32">
      <Notice kind="danger" title="The program cannot be turned on yet" requestId={error.requestId}>
        <p>{error.message}</p>
        <p className="mt-1">
          While something is missing at the payment processor, friends would be promised discounts that do not
          reach their bills. Finish the set-up under{' '}
          <Link to="/$tenantAlias/install" params={{ tenantAlias }} search={{ tab: 'authorize' }}>
            Install, Authorize
          </Link>
          , check the connection again there, then save again. To save the other changes now, leave the
          program off.
        </p>
      </Notice>
    </div>
  )
}

function isSetupMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'PROCESSOR_SETUP_INCOMPLETE'
}
