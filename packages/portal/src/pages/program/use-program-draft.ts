import { ApiError, type Program } from '@goodword/client'
import { useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { type Change, programChanges } from './program-changes.ts'

/** The program with the changes of the form. A number whose field is empty is NaN until it is filled in. */
export type ProgramDraft = {
  readonly program: Program
  /** The stored program that the changes were made to. */
  readonly base: Program
  readonly changes: readonly Change[]
  readonly change: (fields: Partial<Program>) => void
  readonly discard: () => void
  readonly save: () => void
  readonly isSaving: boolean
  /** The error of the last save; a change by someone else is in `theirs` instead. */
  readonly error: unknown
  /** The program that someone else saved since; null while there is none. */
  readonly theirs: Program | null
  /** Goes on from what someone else saved. */
  readonly adopt: (merged: Program, theirs: Program) => void
}

/** The program that a section of the form shows and changes. */
export type SectionProps = Pick<ProgramDraft, 'program' | 'change'>

type Edited = { readonly base: Program; readonly program: Program }

/** Reads the program and keeps the changes to it until they are saved. Null while it is read: see `query`. */
export function useProgramDraft() {
  const query = useOperation('readProgram', undefined)
  const [edited, setEdited] = useState<Edited | null>(null)
  const save = useMutationWithToast('replaceProgram', {
    done: 'The program is saved.',
    onSuccess: () => setEdited(null),
  })
  const stored = query.data
  if (stored === undefined) return { query, draft: null }
  const base = edited?.base ?? stored
  const program = edited?.program ?? stored
  const changes = edited === null ? [] : programChanges(base, program)
  const draft: ProgramDraft = {
    program,
    base,
    changes,
    change: (fields) =>
      setEdited((it) => ({ base: it?.base ?? stored, program: { ...(it?.program ?? stored), ...fields } })),
    discard: () => {
      save.reset()
      setEdited(null)
    },
    save: () => {
      save.mutate(
        { body: { ...program, version: base.version } },
        { onError: (error) => void (isStale(error) && query.refetch()) },
      )
    },
    isSaving: save.isPending,
    error: isStale(save.error) ? null : save.error,
    theirs: changes.length > 0 && stored.version !== base.version && !save.isPending ? stored : null,
    adopt: (merged, theirs) => {
      save.reset()
      setEdited({ base: theirs, program: merged })
    },
  }
  return { query, draft }
}

function isStale(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'STALE_VERSION'
}
