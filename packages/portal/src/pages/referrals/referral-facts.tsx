import type { Referral, ReferralReview } from '@goodword/client'
import { DateTime } from '../../components/texts/date-time.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { State } from '../../components/texts/state.tsx'
import { moneyText } from '../../format/money-text.ts'
import { channelWords } from '../home/channels.tsx'

type ReferralFactsProps = {
  readonly referral: Referral
  /** Undefined while it is read, and where it cannot be. */
  readonly review: ReferralReview | undefined
}

/** When what happened, how the friend came, and what they paid. */
export function ReferralFacts({ referral, review }: ReferralFactsProps) {
  const { status, referralCodeUsed, attributedByHand, dateReferralStarted, dateConverted } = referral
  const { dateReferralEnded, id } = referral
  return (
    <KeyValueList
      entries={[
        ['Status', <State key="status" kind="referral" value={status} />],
        [
          attributedByHand ? 'Added by your team, for the code' : 'Code used',
          <code key="code">{referralCodeUsed}</code>,
        ],
        ['Channel', review === undefined ? '…' : channelWords[review.channel]],
        ['Friend paid', review === undefined ? '…' : <Paid key="paid" {...{ referral, review }} />],
        ['Started', <DateTime key="started" at={dateReferralStarted} />],
        ['Converted', <DateTime key="converted" at={dateConverted} />],
        ['Ended', <DateTime key="ended" at={dateReferralEnded} />],
        ['Referral ID', <code key="id">{id}</code>],
      ]}
    />
  )
}

function Paid({ referral, review }: { readonly referral: Referral; readonly review: ReferralReview }) {
  const { friendPayments } = review
  if (friendPayments.length === 0) {
    if (referral.dateConverted === null) return 'Nothing yet'
    return <span className="text-soft">Not known: only a connected payment processor shows payments</span>
  }
  return (
    <ul>
      {friendPayments.map(({ currency, charged, refunded }) => (
        <li key={currency}>
          {moneyText(charged, currency)}
          {refunded > 0 && (
            <span className="text-soft">, {moneyText(refunded, currency)} of it given back</span>
          )}
        </li>
      ))}
    </ul>
  )
}
