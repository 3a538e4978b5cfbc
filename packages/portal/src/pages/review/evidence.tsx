import type { Referral, ReferralReview, User } from '@goodword/client'
import type { ReactNode } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { ReferralLink } from '../../components/links.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { Disclosure } from '../../components/texts/disclosure.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { State } from '../../components/texts/state.tsx'
import { count } from '../../format/number-text.ts'
import { accountName } from '../../format/person-name.ts'
import { AccountLink } from '../accounts/account-link.tsx'
import { DecidedBy } from './decided-by.tsx'
import { deciderText } from './decision-words.ts'
import { ownerName } from './reward-owner.ts'
import { signalText } from './signal-text.ts'
import { historyText, stakeText } from './stake-words.ts'

type EvidenceProps = {
  readonly referral: Referral
  /** The buttons that decide: below the amount at stake, in sight without scrolling. */
  readonly children: ReactNode
}

/** The basis of a decision: the amount at stake, findings of rules, both people beside each other, and earlier decisions. */
export function Evidence({ referral, children }: EvidenceProps) {
  const review = useOperation('readReferralReview', { params: { referralId: referral.id } })
  // While the next referral is read, the answer of the one before is still there.
  const own = review.data?.referralId === referral.id ? review.data : undefined
  return (
    <div className="flex flex-col gap-5">
      {review.isError ? (
        <ErrorState error={review.error} onRetry={review.refetch} />
      ) : own === undefined ? (
        <TextSkeleton label="At stake" lines={2} />
      ) : (
        <AtStake referral={referral} review={own} />
      )}
      <Found referral={referral} />
      {own?.appeal != null && <Appeal referral={referral} appeal={own.appeal} />}
      {children}
      <Compared referral={referral} />
      {own !== undefined && <EarlierDecisions referral={referral} review={own} />}
      <Ids referral={referral} />
    </div>
  )
}

type AppealProps = {
  readonly referral: Referral
  readonly appeal: NonNullable<ReferralReview['appeal']>
}

/** The appeal of the referrer. */
function Appeal({ referral, appeal: { text, date } }: AppealProps) {
  return (
    <figure className="rounded-lg border border-line px-4 py-3">
      <figcaption className="text-xs text-soft">
        {ownerName(referral, 'REFERRER')} wrote on <DateTime at={date} />
      </figcaption>
      <blockquote className="whitespace-pre-wrap wrap-anywhere">{text ?? 'The text was erased.'}</blockquote>
    </figure>
  )
}

/** The findings of fraud rules, as sentences. */
function Found({ referral }: { readonly referral: Referral }) {
  const live = referral.fraudSignals.filter((it) => !it.shadow)
  const shadow = referral.fraudSignals.filter((it) => it.shadow)
  return (
    <div className="flex flex-col gap-2">
      <ul aria-label="Found" className="list-disc pl-5">
        {live.length === 0 && <li>{withoutSignal(referral)}</li>}
        {live.map((it) => (
          <li key={it.rule}>{signalText(it, referral)}</li>
        ))}
      </ul>
      {shadow.length > 0 && (
        <Disclosure
          summary={`Found by ${count(shadow.length, 'rule')} that only ${shadow.length === 1 ? 'watches' : 'watch'}`}
        >
          <ul className="list-disc pl-5 text-soft">
            {shadow.map((it) => (
              <li key={it.rule}>{signalText(it, referral)}</li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}

function Compared({ referral }: { readonly referral: Referral }) {
  const { referrerUser, referredUser, referredAccountId } = referral
  return (
    <div>
      <table className="w-full table-fixed text-left [&_time]:whitespace-normal" aria-label="Evidence">
        <thead>
          <tr className="border-b border-line text-xs text-soft">
            <th scope="col" className="w-20 py-1.5 pr-3 font-medium">
              <span className="sr-only">What</span>
            </th>
            <th scope="col" className="py-1.5 pr-3 font-medium">
              Referrer
            </th>
            <th scope="col" className="py-1.5 font-medium">
              Friend
            </th>
          </tr>
        </thead>
        <tbody>
          <ComparedRow
            label="Person"
            referrer={<AccountLink accountId={referrerUser.accountId} user={referrerUser} />}
            friend={<AccountLink accountId={referredAccountId} user={referredUser} />}
          />
          {rowsOf(referrerUser, referredUser).map(({ label, values: [referrer, friend], isSame }) => (
            <ComparedRow
              key={label}
              label={label}
              referrer={<span className="break-all">{referrer}</span>}
              friend={
                <span className="break-all">
                  {friend}
                  {isSame && <strong className="ml-1.5 text-warning">same</strong>}
                </span>
              }
            />
          ))}
          <ComparedRow
            label="Known since"
            referrer={<DateTime at={referrerUser.dateCreated} />}
            friend={<DateTime at={referredUser?.dateCreated ?? referral.dateReferralStarted} />}
          />
          <ComparedRow
            label="Decided by"
            referrer={<DecidedBy decision={referral.referrerDecision} />}
            friend={<DecidedBy decision={referral.referredDecision} />}
          />
        </tbody>
      </table>
      <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <State kind="referral" value={referral.status} />
        <ReferralLink referralId={referral.id}>
          Timeline of {accountName(referredAccountId, referredUser)}
        </ReferralLink>
      </p>
    </div>
  )
}

/** IDs are for looking something up elsewhere, and decide nothing. */
function Ids({
  referral: { id, referrerUser, referredUser, referredAccountId },
}: {
  readonly referral: Referral
}) {
  return (
    <Disclosure summary="IDs and codes">
      <KeyValueList
        entries={[
          ['Referral', <code key="referral">{id}</code>],
          ['Referrer’s account', <code key="account">{referrerUser.accountId}</code>],
          ['Referrer', <code key="user">{referrerUser.id}</code>],
          ['Code', <code key="code">{referrerUser.referralCode}</code>],
          ['Friend’s account', <code key="friend">{referredAccountId}</code>],
          ['Friend', <code key="person">{referredUser?.id ?? '–'}</code>],
        ]}
      />
    </Disclosure>
  )
}

type ComparedRowProps = {
  readonly label: string
  readonly referrer: React.ReactNode
  readonly friend: React.ReactNode
}

/** One fact about both sides. */
function ComparedRow({ label, referrer, friend }: ComparedRowProps) {
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-1.5 pr-3 text-left font-normal text-soft">
        {label}
      </th>
      <td className="py-1.5 pr-3">{referrer}</td>
      <td className="py-1.5">{friend}</td>
    </tr>
  )
}

/** Why it is held without a fraud rule. */
function withoutSignal({ reasons }: Referral): string {
  return reasons.includes('REFERRER_BLOCKED')
    ? 'The referrer’s account is blocked. Unblocking it releases this side; a decision here counts for this referral alone.'
    : 'Staff held it; no fraud rule did.'
}

type EvidenceRow = {
  readonly label: string
  readonly values: readonly [string, string]
  readonly isSame: boolean
}

function rowsOf(referrer: User, friend: User | null): readonly EvidenceRow[] {
  const row = (label: string, textOf: (user: User) => string | null): EvidenceRow => {
    const values = [textOf(referrer), friend === null ? null : textOf(friend)] as const
    const isSame = values[0] !== null && values[0].toLowerCase() === values[1]?.toLowerCase()
    return { label, values: [values[0] ?? '–', values[1] ?? '–'], isSame }
  }
  return [row('E-mail', (it) => it.email), row('User ID', (it) => it.id)].filter(
    (it) => it.label !== 'User ID' || it.isSame,
  )
}

type AtStakeProps = { readonly referral: Referral; readonly review: ReferralReview }

/** The reward of each side, present or expected, and its value. */
function AtStake({ referral, review }: AtStakeProps) {
  return (
    <ul aria-label="At stake" className="flex flex-col gap-2">
      {review.sides.map((it) => (
        <li key={it.side} className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 break-words">
            <strong className="font-medium">{ownerName(referral, it.side)}</strong> {stakeText(it)}
          </span>
          {it.status !== 'PENDING' && <State kind="moderation" value={it.status} />}
        </li>
      ))}
    </ul>
  )
}

type EarlierDecisionsProps = { readonly referral: Referral; readonly review: ReferralReview }

/** Earlier decisions about the same people. */
function EarlierDecisions({ referral, review }: EarlierDecisionsProps) {
  return (
    <section aria-label="Decided before" className="flex flex-col gap-3">
      <h3 className="font-semibold">Decided before</h3>
      {review.history.map((it) => {
        const summary = (
          <>
            <strong className="font-medium text-text">{ownerName(referral, it.side)}</strong>{' '}
            {historyText(it)}
          </>
        )
        if (it.latest.length === 0)
          return (
            <p key={it.side} className="text-soft">
              {summary}
            </p>
          )
        return (
          <Disclosure key={it.side} summary={summary}>
            <ul className="flex flex-col divide-y divide-line">
              {it.latest.map((each) => (
                <Decision key={each.referralId} decision={each} />
              ))}
            </ul>
          </Disclosure>
        )
      })}
    </section>
  )
}

type Earlier = ReferralReview['history'][number]['latest'][number]

function Decision({ decision }: { readonly decision: Earlier }) {
  const { referralId, side, status, otherAccountId, otherUser, decision: made } = decision
  const other = accountName(otherAccountId, otherUser)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 py-1.5">
      <span className="min-w-0">
        <ReferralLink referralId={referralId} className="text-link break-words hover:underline">
          {side === 'REFERRER' ? `Referred ${other}` : `Came by ${other}`}
        </ReferralLink>
        {made !== null && (
          <span className="block text-xs text-soft">
            By {deciderText(made)}
            {made.date !== null && (
              <>
                , <DateTime at={made.date} isDay />
              </>
            )}
          </span>
        )}
      </span>
      <State kind="moderation" value={status} />
    </li>
  )
}
