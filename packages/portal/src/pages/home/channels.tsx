import type { Statistics } from '@goodword/client'
import { type HeatColumn, HeatTable } from '../../components/charts/heat-table.tsx'
import { Section } from '../../components/page.tsx'
import { percentText } from '../../format/number-text.ts'

type Channel = Statistics['channels'][number]
type Medium = Statistics['media'][number]
type Visits = { readonly clicks: number; readonly visitors: number }

/** A channel, or the share links of one medium below theirs. */
type Row = {
  readonly key: string
  readonly name: string
  readonly isPart: boolean
  readonly visits: Visits | null
  readonly referrals: Pick<Channel, 'attributed' | 'converted'> | null
}

export const channelWords = {
  LINK: 'Share link',
  CODE: 'Code',
  COUPON: 'Coupon field',
  MANUAL: 'By hand',
  IMPORTED: 'Imported',
  OTHER: 'Not known',
} as const

const mediumWords = {
  direct: 'copied',
  email: 'by e-mail',
  twitter: 'on X (Twitter)',
  facebook: 'on Facebook',
  linkedin: 'on LinkedIn',
  whatsapp: 'on WhatsApp',
} as const

type ChannelsProps = {
  readonly channels: readonly Channel[]
  readonly media: readonly Medium[]
  readonly funnel: Visits
}

/** The ways in which friends came, and where links were shared. */
export function Channels({ channels, media, funnel }: ChannelsProps) {
  const rows = rowsOf(channels, media, funnel)
  return (
    <Section title="Channels">
      <HeatTable
        label="Channels"
        columns={columnsOf(rows)}
        rows={rows}
        keyOf={(it) => it.key}
        isPart={(it) => it.isPart}
      />
      <p className="mt-3 text-xs text-soft">
        Share link: the friend’s browser had the cookie of the link, also where a form filled in the code.
        Code: it was typed in, or your server sent it.
        {rows.some((it) => it.isPart) &&
          ' Where a link was shared is known of clicks and visitors alone: the cookie of a friend does not tell it.'}
      </p>
    </Section>
  )
}

/** Channels without a referral are left out, but for the two that every program has. */
function rowsOf(channels: readonly Channel[], media: readonly Medium[], funnel: Visits): readonly Row[] {
  const shared = media
    .filter((it) => it.clicks > 0)
    .map(({ medium, clicks, visitors }) => ({
      key: medium,
      name: mediumWords[medium],
      isPart: true,
      visits: { clicks, visitors },
      referrals: null,
    }))
  return channels
    .filter(({ channel, ...it }) => isUsual(channel) || it.attributed > 0 || it.converted > 0)
    .flatMap(({ channel, ...referrals }) => {
      const isLink = channel === 'LINK'
      const row = { key: channel, name: channelWords[channel], isPart: false, referrals }
      return [{ ...row, visits: isLink ? funnel : null }, ...(isLink ? shared : [])]
    })
}

function isUsual(channel: Channel['channel']): boolean {
  return channel === 'LINK' || channel === 'CODE'
}

function columnsOf(rows: readonly Row[]): readonly HeatColumn<Row>[] {
  const column = (name: string, label: string, figureOf: (row: Row) => number | null): HeatColumn<Row> => {
    const values = rows.map((it) => (it.isPart ? 0 : (figureOf(it) ?? 0)))
    const sum = values.reduce((total, it) => total + it, 0)
    return {
      name,
      label,
      cell: (it) => figureOf(it)?.toLocaleString() ?? '–',
      heat: (it) => (sum === 0 ? null : (figureOf(it) ?? 0) / sum),
    }
  }
  return [
    { name: 'channel', label: 'How friends came', cell: (it) => it.name },
    column('clicks', 'Clicks', (it) => it.visits?.clicks ?? null),
    column('visitors', 'Visitors', (it) => it.visits?.visitors ?? null),
    column('started', 'Started', (it) => it.referrals?.attributed ?? null),
    column('converted', 'Converted', (it) => it.referrals?.converted ?? null),
    {
      name: 'rate',
      label: 'Rate',
      cell: (it) => (rateOf(it) === null ? '–' : percentText(100 * (rateOf(it) ?? 0), 0)),
      heat: rateOf,
    },
  ]
}

function rateOf({ referrals }: Row): number | null {
  return referrals === null || referrals.attributed === 0 ? null : referrals.converted / referrals.attributed
}
