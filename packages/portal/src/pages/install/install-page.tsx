import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { NoPermission } from '../../components/texts/no-permission.tsx'
import { FOR_ADMINS } from '../../layout/navigation.ts'
import { useRole } from '../../session/use-session.ts'
import { AssistantTab } from './assistant/assistant-tab.tsx'
import { ApiKeysSection } from './keys/api-keys-section.tsx'
import { SigningKeysSection } from './keys/signing-keys-section.tsx'
import { NotificationsTab } from './notifications/notifications-tab.tsx'
import { AuthorizeTab } from './processor/authorize-tab.tsx'
import { Checker } from './script/checker.tsx'
import { SnippetSection } from './script/snippet-section.tsx'

const route = getRouteApi('/staff/$tenantAlias/install')

export function InstallPage() {
  const { tab = 'script' } = route.useSearch()
  const navigate = route.useNavigate()
  const { canWrite } = useRole()
  const closed = canWrite ? null : FOR_ADMINS
  return (
    <Page
      title="Install"
      description="Connect your website, your server and your payment processor. Test and live are installed separately."
    >
      <Tabs
        label="Parts of the installation"
        value={tab}
        onChange={(next) => void navigate({ search: { tab: next === 'script' ? undefined : next } })}
        tabs={[
          { name: 'script', label: 'Script and check', content: <ScriptTab /> },
          { name: 'assistant', label: 'Assistant', content: <AssistantTab /> },
          { name: 'authorize', label: 'Authorize', content: <AuthorizeTab /> },
          { name: 'keys', label: 'API keys', closed, content: canWrite ? <KeysTab /> : <KeysHidden /> },
          {
            name: 'notifications',
            label: 'Notifications',
            closed,
            content: canWrite ? <NotificationsTab /> : <NotificationsHidden />,
          },
        ]}
      />
    </Page>
  )
}

function KeysTab() {
  return (
    <div className="flex flex-col gap-8">
      <ApiKeysSection />
      <SigningKeysSection />
    </div>
  )
}

function KeysHidden() {
  return <NoPermission roles="owners and admins">Keys give your servers access to this program.</NoPermission>
}

function NotificationsHidden() {
  return (
    <NoPermission roles="owners and admins">
      Notifications contain what the payment processor knows about customers.
    </NoPermission>
  )
}

function ScriptTab() {
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
      <Checker />
      <SnippetSection />
    </div>
  )
}
