import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NewTabLink } from '../../components/links.tsx'
import { Page, Section } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { NoPermission } from '../../components/texts/no-permission.tsx'
import { FOR_ADMINS } from '../../layout/navigation.ts'
import { roleWords } from '../../session/role-words.ts'
import { useRole, useTenant } from '../../session/use-session.ts'
import { AuditTab } from './audit/audit-tab.tsx'
import { DangerTab } from './danger-tab.tsx'
import { DomainsTab } from './domains-tab.tsx'
import { limits } from './limits.ts'
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

/** How much of everything a program can have. */
function LimitsTab() {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <Section title="In each mode of the program">
        <KeyValueList
          entries={[
            ['API keys', `${limits.apiKeys} that work at the same time`],
            ['Webhooks', limits.receivers],
            ['Domains', limits.domains],
            ['People of an account whom only web pages named', limits.unconfirmedUsers],
            ['Exports', '50 at a time'],
          ]}
        />
      </Section>
      <Section title="What is kept, and how long">
        <KeyValueList
          entries={[
            [
              'Webhook deliveries',
              `30 days; each is tried up to ${limits.attempts} times in about three days`,
            ],
            ['Notifications', '90 days; their payload 30 days'],
            ['E-mails to the team', 'Seven days'],
            ['Results of repeated requests', '30 days for each Idempotency-Key'],
          ]}
        />
      </Section>
      <Section title="Calls of the API">
        <p className="text-soft">
          How often a program may call is a setting of your service. Each answer says it in the headers{' '}
          <code>RateLimit-Policy</code> and <code>RateLimit</code>; above it the answer is 429 with{' '}
          <code>Retry-After</code>. A list answers up to 1,000 entries at a time.{' '}
          <NewTabLink href="/docs/guides/rest#repeats">Guide: REST</NewTabLink>
        </p>
      </Section>
    </div>
  )
}
