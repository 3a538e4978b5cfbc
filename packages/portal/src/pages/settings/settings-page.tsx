import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NoPermission } from '../../components/no-permission.tsx'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { FOR_ADMINS } from '../../layout/navigation.ts'
import { roleWords } from '../../session/role-words.ts'
import { useRole } from '../../session/use-role.ts'
import { useTenant } from '../../session/use-tenant.ts'
import { AuditTab } from './audit/audit-tab.tsx'
import { DangerTab } from './danger-tab.tsx'
import { DomainsTab } from './domains-tab.tsx'
import { LimitsTab } from './limits-tab.tsx'
import { TeamTab } from './team/team-tab.tsx'

const route = getRouteApi('/staff/$tenantAlias/settings')

export function SettingsPage() {
  const { role, canWrite } = useRole()
  const closed = canWrite ? null : FOR_ADMINS
  const firstTab = canWrite ? 'team' : 'limits'
  const { tab = firstTab } = route.useSearch()
  const navigate = route.useNavigate()
  const tenant = useTenant()
  if (tenant === null) return null
  const description = (
    <>
      <bdi className="break-words">{tenant.merchant.name}</bdi>
      {` · Your role is ${roleWords[role].name.toLowerCase()}.`}
    </>
  )
  return (
    <Page title="Settings" description={description}>
      <Tabs
        label="Settings"
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next === firstTab ? undefined : next } })}
        tabs={[
          {
            name: 'team',
            label: 'Team',
            closed,
            content: (
              <ForAdmins why="The team is who has access to this program.">
                <TeamTab />
              </ForAdmins>
            ),
          },
          {
            name: 'domains',
            label: 'Domains',
            closed,
            content: (
              <ForAdmins why="Domains decide where share links lead.">
                <DomainsTab />
              </ForAdmins>
            ),
          },
          {
            name: 'security',
            label: 'Security',
            closed,
            content: (
              <ForAdmins why="The audit log says who changed what.">
                <AuditTab />
              </ForAdmins>
            ),
          },
          { name: 'limits', label: 'Limits', content: <LimitsTab /> },
          {
            name: 'danger',
            label: 'Danger zone',
            closed,
            content: (
              <ForAdmins why="Here data is erased for good.">
                <DangerTab />
              </ForAdmins>
            ),
          },
        ]}
      />
    </Page>
  )
}

function ForAdmins({ why, children }: { readonly why: string; readonly children: ReactNode }) {
  const { canWrite } = useRole()
  return canWrite ? children : <NoPermission roles="owners and admins">{why}</NoPermission>
}
