import type { Connection, CustomDomain } from '@goodword/client'
import type { DiscountState } from '@goodword/domain/bills/bill-discount'
import type { BillState } from '@goodword/domain/bills/bill-states'
import type { ExportState } from '@goodword/domain/files/export'
import type { ImportState } from '@goodword/domain/files/import'
import type { MailState } from '@goodword/domain/outbound/mail'
import type { DeliveryState } from '@goodword/domain/outbound/webhook-retry'
import type { NotificationState } from '@goodword/domain/payments/notification'
import type { ModerationStatus, ReferralStatus } from '@goodword/domain/referrals/account'
import type { RewardStatus } from '@goodword/domain/rewards/reward'
import { classes } from '../classes.ts'
import { Badge, type Tone } from './badge.tsx'

type Words<Value extends string> = Readonly<Record<Value, readonly [label: string, tone: Tone]>>

/** The words and colours of every state that a record can have: the one place for both. */
const words = {
  referral: {
    IN_PROGRESS: ['In progress', 'info'],
    CONVERTED: ['Converted', 'good'],
    ENDED: ['Ended', 'neutral'],
  },
  moderation: {
    APPROVED: ['Approved', 'neutral'],
    PENDING: ['Waiting', 'warning'],
    DENIED: ['Denied', 'danger'],
  },
  reward: {
    PENDING: ['Pending', 'info'],
    AVAILABLE: ['Available', 'good'],
    REDEEMED: ['Redeemed', 'neutral'],
    EXPIRED: ['Expired', 'neutral'],
    CANCELLED: ['Cancelled', 'danger'],
  },
  discount: {
    IN_STEP: ['Matches', 'good'],
    PENDING: ['Being changed', 'info'],
    WAITING: ['Waiting', 'warning'],
    FAILED: ['Failed', 'danger'],
  },
  bill: {
    WRONG: ['Wrong', 'danger'],
    MENDED: ['Refunded', 'info'],
    WAIVED: ['Left as it is', 'neutral'],
    RIGHT: ['Right', 'good'],
  },
  delivery: {
    PENDING: ['Pending', 'info'],
    SUCCEEDED: ['Delivered', 'good'],
    FAILED: ['Failed', 'danger'],
  },
  transfer: {
    PENDING: ['Waiting', 'info'],
    RUNNING: ['Running', 'info'],
    DONE: ['Done', 'good'],
    FAILED: ['Failed', 'danger'],
  },
  mail: {
    WAITING: ['Waiting', 'info'],
    SENDING: ['Sending', 'info'],
    SENT: ['Sent', 'good'],
    KEPT: ['Kept, not sent', 'neutral'],
    SKIPPED: ['Skipped', 'neutral'],
    FAILED: ['Failed', 'danger'],
  },
  connection: {
    ACTIVE: ['Active', 'good'],
    INCOMPLETE: ['Incomplete', 'warning'],
    BROKEN: ['Broken', 'danger'],
  },
  domain: {
    PENDING: ['Waiting for its record', 'warning'],
    VERIFIED: ['In use', 'good'],
    LOST: ['Lost', 'danger'],
  },
  notification: {
    RECEIVED: ['Received', 'info'],
    DONE: ['Processed', 'good'],
    FAILED: ['Failed', 'danger'],
  },
} as const satisfies {
  readonly referral: Words<ReferralStatus>
  readonly moderation: Words<ModerationStatus>
  readonly reward: Words<RewardStatus>
  readonly discount: Words<DiscountState>
  readonly bill: Words<BillState>
  readonly delivery: Words<DeliveryState>
  readonly transfer: Words<ImportState | ExportState>
  readonly mail: Words<MailState>
  readonly connection: Words<Connection['state']>
  readonly domain: Words<CustomDomain['state']>
  readonly notification: Words<NotificationState>
}

type Kind = keyof typeof words
type ValueOf<OneKind extends Kind> = keyof (typeof words)[OneKind] & string

/** `<State kind="referral" value={referral.status} />` */
export function State<OneKind extends Kind>({
  kind,
  value,
}: {
  readonly kind: OneKind
  readonly value: ValueOf<OneKind>
}) {
  const [label, tone] = wordsOf(kind, value)
  // Only what staff may have to act on has a colored background.
  if (tone === 'warning' || tone === 'danger') return <Badge tone={tone}>{label}</Badge>
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span
        aria-hidden
        className={classes(
          'size-2 rounded-full',
          tone === 'good' ? 'bg-good' : tone === 'info' ? 'bg-link' : 'bg-strong-line',
        )}
      />
      {label}
    </span>
  )
}

/** The options of a filter by state. */
export function stateOptions<OneKind extends Kind>(
  kind: OneKind,
): readonly { readonly value: ValueOf<OneKind>; readonly label: string }[] {
  // The keys of the table above are the values that the type lists.
  const values = Object.keys(words[kind]) as ValueOf<OneKind>[]
  return values.map((value) => ({ value, label: wordsOf(kind, value)[0] }))
}

/** A newer service may have a state that this page does not know. */
function wordsOf(kind: Kind, value: string): readonly [string, Tone] {
  const known: Partial<Words<string>> = words[kind]
  return known[value] ?? [value, 'neutral']
}
