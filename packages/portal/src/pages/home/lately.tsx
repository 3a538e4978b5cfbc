import type { Referral } from '@goodword/client'
import { useOperation } from '../../api/use-operation.ts'
import { ProgramLink, ReferralLink } from '../../components/links.tsx'
import { Section } from '../../components/page.tsx'
import { Avatar } from '../../components/texts/avatar.tsx'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState } from '../../components/texts/error-state.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { accountName, personName } from '../../format/person-name.ts'
import { type Happening, latestOf } from './latest-happenings.ts'

const SHOWN = 6
const REFRESH_MS = 5000

/** The latest events, as sentences that name people; new ones appear at the top while the page is open. */
export function Lately() {
  const refresh = { refreshMs: REFRESH_MS }
  const started = useOperation('listReferrals', { query: { limit: SHOWN } }, refresh)
  const converted = useOperation('listReferrals', { query: { sort: 'dateConverted', limit: SHOWN } }, refresh)
  const failed = [started, converted].find((it) => it.isError)
  return (
    <Section title="Lately" actions={<ProgramLink page="referrals">All referrals</ProgramLink>}>
      {failed?.isError ? (
        <ErrorState error={failed.error} onRetry={failed.refetch} />
      ) : started.data === undefined || converted.data === undefined ? (
        <TextSkeleton label="Lately" lines={6} />
      ) : (
        <ol aria-label="Lately" aria-live="polite" className="flex flex-col gap-3">
          {latestOf([...started.data.referrals, ...converted.data.referrals], SHOWN).map((it) => (
            <Entry key={`${it.referral.id} ${it.kind}`} happening={it} />
          ))}
        </ol>
      )}
    </Section>
  )
}

function Entry({ happening: { kind, referral, date } }: { readonly happening: Happening }) {
  const friend = accountName(referral.referredAccountId, referral.referredUser)
  return (
    <li className="flex appear items-center gap-3">
      <Avatar name={friend} />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <ReferralLink referralId={referral.id} className="hover:underline">
          <strong className="font-semibold">{friend}</strong> {sentences[kind](referral)}
        </ReferralLink>
      </p>
      <span className="shrink-0 text-xs text-soft">
        <DateTime at={date} isDay />
      </span>
    </li>
  )
}

const sentences: Readonly<Record<Happening['kind'], (referral: Referral) => string>> = {
  STARTED: ({ referrerUser }) => `signed up through ${personName(referrerUser)}`,
  CONVERTED: ({ referrerUser }) => `became a customer, referred by ${personName(referrerUser)}`,
}
