import { ApiError, type Program } from '@goodword/client'
import { replaceProgram } from '@goodword/contract/program/endpoints'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTenantAlias } from '../../api/use-tenant-alias.ts'
import { Button } from '../../components/button.tsx'
import { Form } from '../../components/fields/form.tsx'
import { RadioGroup } from '../../components/fields/radio-group.tsx'
import { ProgramLink } from '../../components/links.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Dialog } from '../../components/overlays/dialog.tsx'
import { Unread } from '../../components/texts/error-state.tsx'
import { Notice } from '../../components/texts/notice.tsx'
import { count } from '../../format/number-text.ts'
import { bodyRules } from '../../forms/body-rules.ts'
import { useRole, useTenant } from '../../session/use-session.ts'
import { ChangeList } from './change-list.tsx'
import { type Change, programChanges } from './program-changes.ts'
import { mergePrograms } from './program-merge.ts'
import { milestoneProblem } from './sections/milestones-section.tsx'
import { type ProgramDraft, useProgramDraft } from './use-program-draft.ts'

/** Lists of rules are one setting to the service, and one line for each rule in words. */
const changesAt = (path: string, changes: readonly Change[]) =>
  changes.filter((it) => it.path === path || it.path.startsWith(`${path}.`))

type ProgramFormProps = {
  readonly label: string
  readonly children: (draft: ProgramDraft) => ReactNode
}

/** `<ProgramForm label="Widget">{(draft) => <ProgramEditor …/>}</ProgramForm>`: the form of a page that changes the program, once it is read. */
export function ProgramForm(props: ProgramFormProps) {
  // Typed values belong to one program in one mode.
  return <OneProgramsForm key={useTenantAlias()} {...props} />
}

function OneProgramsForm({ label, children }: ProgramFormProps) {
  const { query, draft } = useProgramDraft()
  return query.isError || draft === null ? (
    <Unread query={query} label={label} height="40rem" />
  ) : (
    children(draft)
  )
}

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
        <Dialog
          isOpen={opened === 'conflict'}
          onClose={close}
          title="Someone else saved a change first"
          size="wide"
        >
          <Merge draft={draft} theirs={draft.theirs} onClose={close} />
        </Dialog>
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
          <ProgramLink isPlain page="install" search={{ tab: 'authorize' }}>
            Install, Authorize
          </ProgramLink>
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

type MergeProps = {
  readonly draft: ProgramDraft
  readonly theirs: Program
  readonly onClose: () => void
}

type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

/** The changes that someone else saved meanwhile, and a choice for each setting that both changed. */
function Merge({ draft, theirs, onClose }: MergeProps) {
  const [choices, setChoices] = useState<Choices>({})
  const { value, conflicts } = mergePrograms(draft.base, draft.program, theirs, choices)
  const isConflict = (path: string) =>
    conflicts.some((it) => it.path === path || path.startsWith(`${it.path}.`))
  const theirChanges = programChanges(draft.base, theirs)
  const own = theirChanges.filter((it) => !isConflict(it.path))
  return (
    <div className="flex flex-col gap-4">
      <p>
        The program was saved by someone else after you opened it. Your changes are still here. Nothing is
        saved until you press save.
      </p>
      {own.length > 0 && (
        <div>
          <h3 className="mb-2 font-medium">They changed, and it is kept</h3>
          <ChangeList label="Changes by someone else" changes={own} />
        </div>
      )}
      {conflicts.map(({ path }) => (
        <RadioGroup
          key={path}
          label={labelOf(path, theirChanges)}
          options={[
            { value: 'mine', label: `Yours: ${textOf(path, programChanges(theirs, draft.program))}` },
            { value: 'theirs', label: `Theirs: ${textOf(path, theirChanges)}` },
          ]}
          value={choices[path] ?? 'mine'}
          onChange={(choice) => setChoices((it) => ({ ...it, [path]: choice }))}
        />
      ))}
      <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
        <Button
          onClick={() => {
            draft.discard()
            onClose()
          }}
        >
          Discard your changes
        </Button>
        <Button
          kind="primary"
          onClick={() => {
            draft.adopt(value, theirs)
            onClose()
          }}
        >
          Go on with both changes
        </Button>
      </div>
    </div>
  )
}

function labelOf(path: string, changes: readonly Change[]): string {
  return changesAt(path, changes).at(0)?.label ?? path
}

function textOf(path: string, changes: readonly Change[]): string {
  return changesAt(path, changes)
    .map((it) => it.after)
    .join(', ')
}
