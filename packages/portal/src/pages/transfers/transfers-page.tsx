import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { ExportList } from './export-list.tsx'
import { ImportList } from './import-list.tsx'

const route = getRouteApi('/staff/$tenantAlias/transfers')

export function TransfersPage() {
  const { tab = 'exports' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page
      title="Import / export"
      description="Files in and out of this program. Exports are kept for a week."
    >
      <Tabs
        label="Direction"
        value={tab}
        onChange={(it) => void navigate({ search: { tab: it } })}
        tabs={[
          { name: 'exports', label: 'Exports', content: <ExportList /> },
          { name: 'imports', label: 'Imports', content: <ImportList /> },
        ]}
      />
    </Page>
  )
}
