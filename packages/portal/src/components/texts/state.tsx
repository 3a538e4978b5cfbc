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
import { Badge } from './badge.tsx'

type Words<Value extends string> = Readonly<
  Record<Value, readonly [label: string, toDo?: 'warning' | 'danger']>
>

/** The words of every state that a record can have, and the color of those in which staff may have to act. */
const words = {
  referral: {
    IN_PROGRESS: ['In progress'],
    CONVERTED: ['Converted'],
    ENDED: ['Ended'],
  },
  moderation: {
    APPROVED: ['Approved'],
    PENDING: ['Waiting', 'warning'],
    DENIED: ['Denied'],
  },
  reward: {
    PENDING: ['Pending'],
    AVAILABLE: ['Available'],
    REDEEMED: ['Redeemed'],
    EXPIRED: ['Expired'],
    CANCELLED: ['Cancelled'],
  },
  discount: {
    IN_STEP: ['Matches'],
    PENDING: ['Being changed'],
    WAITING: ['Waiting', 'warning'],
    FAILED: ['Failed', 'danger'],
  },
  bill: {
    WRONG: ['Wrong', 'danger'],
    MENDED: ['Refunded'],
    WAIVED: ['Left as it is'],
    RIGHT: ['Right'],
  },
  delivery: {
    PENDING: ['Pending'],
    SUCCEEDED: ['Delivered'],
    FAILED: ['Failed', 'danger'],
  },
  transfer: {
    PENDING: ['Waiting'],
    RUNNING: ['Running'],
    DONE: ['Done'],
    FAILED: ['Failed', 'danger'],
  },
  mail: {
    WAITING: ['Waiting'],
    SENDING: ['Sending'],
    SENT: ['Sent'],
    KEPT: ['Kept, not sent'],
    SKIPPED: ['Skipped'],
    FAILED: ['Failed', 'danger'],
  },
  connection: {
    ACTIVE: ['Active'],
    INCOMPLETE: ['Incomplete', 'warning'],
    BROKEN: ['Broken', 'danger'],
  },
  domain: {
    PENDING: ['Waiting for its record', 'warning'],
    VERIFIED: ['In use'],
    LOST: ['Lost', 'danger'],
  },
  notification: {
    RECEIVED: ['Received'],
    DONE: ['Processed'],
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
  const [label, toDo] = wordsOf(kind, value)
  if (toDo !== undefined) return <Badge tone={toDo}>{label}</Badge>
  return <span className="whitespace-nowrap text-soft">{label}</span>
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
function wordsOf(kind: Kind, value: string): Words<string>[string] {
  const known: Partial<Words<string>> = words[kind]
  return known[value] ?? [value]
}
