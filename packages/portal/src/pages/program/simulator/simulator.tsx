import type { Program } from '@goodword/client'
import { parseCurrency } from '@goodword/domain/values/money'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { Section } from '../../../components/page.tsx'
import { useNow } from '../../../components/program-clock.ts'
import { Tabs } from '../../../components/tabs.tsx'
import { BlockSkeleton } from '../../../components/texts/skeleton.tsx'
import { BillsPanel } from './bills-panel.tsx'
import { ForecastPanel } from './forecast-panel.tsx'
import { FriendPanel } from './friend-panel.tsx'
import { historyOf } from './history.ts'

const route = getRouteApi('/staff/$tenantAlias/program')

/** The assumed price of a program without a history, in the major unit of its currency. */
const ASSUMED_PRICE = 20

/** Shows beside the form what its values, saved or not, mean for bills and for the business. */
export function Simulator({ program }: { readonly program: Program }) {
  const { view = 'friend' } = route.useSearch()
  const navigate = route.useNavigate()
  const [typedPrice, setTypedPrice] = useState<number | null | undefined>(undefined)
  const [friends, setFriends] = useState(3)
  const now = useNow()
  const [from] = useState(() => firstDayOfRange(now()))
  const statistics = useOperation('readStatistics', { query: { from, interval: 'MONTH' } })
  const currency = parseCurrency(program.currency)
  if (currency === null) return null
  // Figures of the program's past would replace typed values.
  if (statistics.isPending) return <BlockSkeleton label="What it means" height="40rem" />
  const history = statistics.data === undefined ? null : historyOf(statistics.data, currency)
  const price = {
    typed: typedPrice === undefined ? (history?.price?.value ?? ASSUMED_PRICE) : typedPrice,
    source: typedPrice === undefined ? (history?.price?.source ?? null) : null,
    onChange: setTypedPrice,
  }
  return (
    <Section title="What it means">
      <p className="mb-3 text-xs text-soft">
        Computed from the form as it is now, saved or not. Nothing here is stored.
      </p>
      <Tabs
        label="What it means"
        value={view}
        onChange={(next) =>
          void navigate({ search: (it) => ({ ...it, view: next }), replace: true, resetScroll: false })
        }
        tabs={[
          {
            name: 'friend',
            label: 'What a friend sees',
            content: <FriendPanel {...{ program, currency, price }} />,
          },
          {
            name: 'bills',
            label: 'Example bills',
            content: <BillsPanel {...{ program, currency, price, friends }} onFriends={setFriends} />,
          },
          {
            name: 'forecast',
            label: 'Forecast',
            content: <ForecastPanel {...{ program, currency, price, history }} />,
          },
        ]}
      />
    </Section>
  )
}

/** The first of the month eleven months ago, so that the range ends with the present month. */
function firstDayOfRange(now: number): string {
  const today = new Date(now)
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 11, 1)).toISOString().slice(0, 10)
}
