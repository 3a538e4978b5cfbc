import type { ExportKind } from '@goodword/domain/export'
import { Link } from '@tanstack/react-router'
import { FileDown } from 'lucide-react'
import { useContext, useState } from 'react'
import { useMutationOf } from '../api/use-mutation-of.ts'
import { Button } from '../components/button.tsx'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { TimeZone } from '../components/date-time.tsx'
import type { DayRange } from '../components/day-range-field.tsx'
import { endOfDay, startOfDay } from '../format/day-range.ts'
import { useRole } from '../session/use-role.ts'
import { useTenantAlias } from '../session/use-tenant.ts'

type ExportListProps = DayRange & {
  readonly kind: ExportKind
  /** What is exported, in the plural: "referrals". */
  readonly noun: string
  /** Whether the list is filtered by more than days, which a file is not. */
  readonly hasOtherFilters: boolean
}

/** Writes the entries of a list to a file; it says what of the filters the file keeps. */
export function ExportList({ kind, noun, from, to, hasOtherFilters }: ExportListProps) {
  const { canWrite } = useRole()
  const tenantAlias = useTenantAlias()
  const timeZone = useContext(TimeZone)
  const [isOpen, setIsOpen] = useState(false)
  const create = useMutationOf('createExport')
  const close = () => {
    setIsOpen(false)
    create.reset()
  }
  if (!canWrite) return null
  const body = {
    kind,
    format: 'csv',
    ...(from === undefined ? {} : { from: startOfDay(from, timeZone) }),
    ...(to === undefined ? {} : { to: endOfDay(to, timeZone) }),
  } as const
  const hasDays = from !== undefined || to !== undefined
  return (
    <>
      <Button icon={<FileDown />} onClick={() => setIsOpen(true)}>
        Export
        <span className="sr-only"> this list</span>
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={close}
        title="Export this list"
        action={create.isSuccess ? 'Export again' : 'Write the file'}
        dismiss={create.isSuccess ? 'Close' : 'Cancel'}
        onConfirm={() => create.mutate({ body })}
        isBusy={create.isPending}
        error={create.error}
      >
        {create.isSuccess ? (
          <p role="status">
            The file is being written.{' '}
            <Link to="/$tenantAlias/transfers" params={{ tenantAlias }} className="text-link underline">
              Download it under Import / export
            </Link>
            .
          </p>
        ) : (
          <>
            <p>
              A CSV file for spreadsheets with {hasDays ? `the ${noun} of the chosen days` : `all ${noun}`}.
            </p>
            {hasOtherFilters && (
              <p className="text-soft">
                The other filters of this page do not apply to the file: filter by its columns instead.
              </p>
            )}
          </>
        )}
      </ConfirmDialog>
    </>
  )
}
