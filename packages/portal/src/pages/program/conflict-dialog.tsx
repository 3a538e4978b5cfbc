import type { Program } from '@goodword/client'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { ChangeList } from './change-list.tsx'
import { type Change, programChanges } from './program-changes.ts'
import { mergePrograms } from './program-merge.ts'
import type { ProgramDraft } from './use-program-draft.ts'

type ConflictDialogProps = {
  readonly draft: ProgramDraft
  readonly theirs: Program
  readonly isOpen: boolean
  readonly onClose: () => void
}

type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

/** What someone else saved meanwhile, and a choice for each setting that both changed. */
export function ConflictDialog({ isOpen, onClose, ...rest }: ConflictDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Someone else saved a change first" size="wide">
      <Merge {...rest} onClose={onClose} />
    </Dialog>
  )
}

function Merge({ draft, theirs, onClose }: Omit<ConflictDialogProps, 'isOpen'>) {
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

/** Lists of rules are one setting to the service, and one line for each rule in words. */
const changesAt = (path: string, changes: readonly Change[]) =>
  changes.filter((it) => it.path === path || it.path.startsWith(`${path}.`))

function labelOf(path: string, changes: readonly Change[]): string {
  return changesAt(path, changes).at(0)?.label ?? path
}

function textOf(path: string, changes: readonly Change[]): string {
  return changesAt(path, changes)
    .map((it) => it.after)
    .join(', ')
}
