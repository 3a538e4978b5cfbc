import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeftRight, FileDown, FileUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { useRole } from '../../session/use-role.ts'
import { ExportList } from './export-list.tsx'
import { ImportDrawer } from './import-drawer.tsx'
import { ImportList } from './import-list.tsx'
import { NewExportDialog } from './new-export-dialog.tsx'
import { NewImportDialog } from './new-import-dialog.tsx'

const route = getRouteApi('/staff/$tenantAlias/transfers')

export function TransfersPage() {
  const { tab = 'exports', import: importId } = route.useSearch()
  const navigate = route.useNavigate()
  const { canWrite } = useRole()
  const [open, setOpen] = useState<'export' | 'import' | null>(null)
  const close = () => setOpen(null)
  const showImport = (id: string) => void navigate({ search: { tab: 'imports', import: id } })
  return (
    <Page
      title="Import / export"
      description="Files in and out of this program. Exports are kept for 7 days, what became of imports for 30."
      actions={
        canWrite && (
          <>
            <Button icon={<FileUp />} onClick={() => setOpen('import')}>
              Import a file
            </Button>
            <Button icon={<FileDown />} onClick={() => setOpen('export')}>
              Export to a file
            </Button>
          </>
        )
      }
    >
      {canWrite ? (
        <Tabs
          label="Direction"
          value={tab}
          onChange={(it) => void navigate({ search: { tab: it } })}
          tabs={[
            { name: 'exports', label: 'Exports', content: <ExportList /> },
            { name: 'imports', label: 'Imports', content: <ImportList onOpen={showImport} /> },
          ]}
        />
      ) : (
        <EmptyState icon={<ArrowLeftRight />} title="Your role does not allow this">
          Files hold the data of all participants, so owners and admins of the team import and export them.
          Ask one of them.
        </EmptyState>
      )}
      {canWrite && (
        <>
          <NewExportDialog isOpen={open === 'export'} onClose={close} />
          <NewImportDialog
            isOpen={open === 'import'}
            onClose={close}
            onCreated={({ id }) => {
              close()
              showImport(id)
            }}
          />
          <ImportDrawer
            importId={importId ?? null}
            onClose={() => void navigate({ search: { tab } })}
            onShow={showImport}
          />
        </>
      )}
    </Page>
  )
}
