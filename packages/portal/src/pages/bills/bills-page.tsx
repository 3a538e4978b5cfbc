import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../components/page.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { BillList } from './bill-list.tsx'

const route = getRouteApi('/staff/$tenantAlias/bills')

/** Each bill with its actual and its expected discount, those that differ first. */
export function BillsPage() {
  const { tab = 'differences' } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <Page
      title="Bills"
      description="What was taken off each bill at the payment processor, beside what should have been. Bills of subscriptions with a reward, or with a referral discount, are kept as they are made."
    >
      <Tabs
        label="Bills"
        value={tab}
        onChange={(next) =>
          void navigate({
            search: ({ accountId, from, to }) => ({
              accountId,
              from,
              to,
              tab: next === 'all' ? next : undefined,
            }),
          })
        }
        tabs={[
          { name: 'differences', label: 'Differences', content: <BillList key="differences" isOpenOnly /> },
          { name: 'all', label: 'All bills', content: <BillList key="all" isOpenOnly={false} /> },
        ]}
      />
    </Page>
  )
}
