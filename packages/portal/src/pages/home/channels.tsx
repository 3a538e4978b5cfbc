import type { Statistics } from '@goodword/client'
import { type Column, DataTable } from '../../components/data-table.tsx'

type Channel = Statistics['channels'][number]
type Medium = Statistics['media'][number]

const channelWords = {
  LINK: ['Share link', 'The visitor’s browser remembered the link.'],
  CODE: ['Code', 'A code was entered, or your server sent it.'],
  COUPON: ['Coupon field', 'A code was entered at the payment processor.'],
  MANUAL: ['By hand', 'Your staff or your server attributed the friend afterwards.'],
  OTHER: ['Other', 'Not known, as for imported referrals.'],
} as const

const channelColumns: readonly Column<Channel>[] = [
  {
    name: 'channel',
    label: 'How friends came',
    isTitle: true,
    cell: ({ channel }) => (
      <>
        {channelWords[channel][0]}
        <span className="block text-xs font-normal text-soft">{channelWords[channel][1]}</span>
      </>
    ),
  },
  { name: 'started', label: 'Started', isNumeric: true, cell: (it) => it.attributed.toLocaleString() },
  { name: 'converted', label: 'Converted', isNumeric: true, cell: (it) => it.converted.toLocaleString() },
]

const mediumWords = {
  direct: 'Copied link',
  email: 'E-mail',
  twitter: 'X (Twitter)',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  whatsapp: 'WhatsApp',
} as const

const mediumColumns: readonly Column<Medium>[] = [
  {
    name: 'medium',
    label: 'Shared by',
    isTitle: true,
    cell: (it) => mediumWords[it.medium],
  },
  { name: 'clicks', label: 'Clicks', isNumeric: true, cell: (it) => it.clicks.toLocaleString() },
  { name: 'visitors', label: 'Visitors', isNumeric: true, cell: (it) => it.visitors.toLocaleString() },
]

type ChannelsProps = { readonly channels: readonly Channel[]; readonly media: readonly Medium[] }

/** By which way friends came, and where links were shared. */
export function Channels({ channels, media }: ChannelsProps) {
  const used = media.filter((it) => it.clicks > 0)
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <section className="min-w-0">
        <h2 className="mb-3 text-base font-semibold">Channels</h2>
        <DataTable
          label="Channels"
          columns={channelColumns}
          rows={channels}
          keyOf={(it) => it.channel}
          empty={null}
        />
      </section>
      <section className="min-w-0">
        <h2 className="mb-3 text-base font-semibold">Where links are shared</h2>
        <DataTable
          label="Where links are shared"
          columns={mediumColumns}
          rows={used}
          keyOf={(it) => it.medium}
          empty={<p className="card px-5 py-4 text-soft">No clicks on share links in this range.</p>}
        />
      </section>
    </div>
  )
}
