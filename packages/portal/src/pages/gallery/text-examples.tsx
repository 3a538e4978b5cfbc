import { Badge } from '../../components/badge.tsx'
import { CodeBlock } from '../../components/code-block.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { DateTime } from '../../components/date-time.tsx'
import { KeyValueList } from '../../components/key-value-list.tsx'
import { Money } from '../../components/money.tsx'
import { Progress } from '../../components/progress.tsx'
import { State, stateOptions } from '../../components/state.tsx'
import { Timeline } from '../../components/timeline.tsx'

const DAY = Date.UTC(2026, 2, 1, 12)

const kinds = [
  'referral',
  'moderation',
  'reward',
  'discount',
  'delivery',
  'transfer',
  'mail',
  'connection',
] as const

export function TextExamples() {
  return (
    <div className="flex flex-col gap-5">
      <KeyValueList
        entries={[
          ['Badges', <Badges key="badges" />],
          ...kinds.map((kind) => [kind, <States key={kind} kind={kind} />] as const),
          ['Money', <Money key="money" amount={1234.5} currency="EUR" />],
          ['Own unit', <Money key="unit" amount={3} currency="COFFEE" />],
          ['Time', <DateTime key="time" at={DAY} />],
        ]}
      />
      <Progress label="Rows read" done={1200} total={5000} />
      <Progress label="Waiting" done={null} />
      <CopyField label="Webhook URL" value="https://goodword.example.com/hooks/acme/a1b2c3d4e5f6" />
      <CodeBlock
        label="Snippet"
        code={'<script async src="https://goodword.example.com/s/v1/goodword.js"></script>'}
      />
      <Timeline
        label="What happened"
        entries={[
          { id: '3', date: DAY + 7_200_000, title: 'The referral converted.', text: 'By api', tone: 'good' },
          {
            id: '2',
            date: DAY + 3_600_000,
            title: 'A reward waits for a decision.',
            text: 'Same e-mail address',
            tone: 'warning',
          },
          { id: '1', date: DAY, title: 'The referral started.' },
        ]}
      />
    </div>
  )
}

function Badges() {
  return (
    <span className="flex flex-wrap gap-1">
      {(['neutral', 'info', 'good', 'warning', 'danger'] as const).map((it) => (
        <Badge key={it} tone={it}>
          {it}
        </Badge>
      ))}
    </span>
  )
}

function States({ kind }: { readonly kind: (typeof kinds)[number] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {stateOptions(kind).map((it) => (
        <State key={it.value} kind={kind} value={it.value} />
      ))}
    </span>
  )
}
