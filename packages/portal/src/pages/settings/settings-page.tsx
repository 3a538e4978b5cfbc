import { KeyValueList } from '../../components/key-value-list.tsx'
import { Page, Section } from '../../components/page.tsx'
import { roleWords } from '../../session/role-words.ts'
import { useTenant } from '../../session/use-tenant.ts'

export function SettingsPage() {
  const tenant = useTenant()
  if (tenant === null) return null
  const { merchant, programName, alias } = tenant
  return (
    <Page title="Settings">
      <Section title="Merchant">
        <KeyValueList
          entries={[
            ['Company', merchant.name],
            ['Program', programName],
            ['Alias', <code key="alias">{alias}</code>],
            ['Your role', roleWords[merchant.role]],
          ]}
        />
      </Section>
    </Page>
  )
}
