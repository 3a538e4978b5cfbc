import type { Reward, RewardWithUser } from '@goodword/client'
import { isCredit } from '@goodword/domain/rewards/reward'
import { type ComponentProps, useState } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { Button } from '../../components/button.tsx'
import { TextField } from '../../components/fields/text-field.tsx'
import { ReferralLink } from '../../components/links.tsx'
import { ConfirmDialog } from '../../components/overlays/confirm-dialog.tsx'
import { Drawer } from '../../components/overlays/dialog.tsx'
import { useMutationWithToast } from '../../components/overlays/use-mutation-with-toast.ts'
import { DateTime } from '../../components/texts/date-time.tsx'
import { ErrorState, Unread } from '../../components/texts/error-state.tsx'
import { KeyValueList } from '../../components/texts/key-value-list.tsx'
import { TextSkeleton } from '../../components/texts/skeleton.tsx'
import { State } from '../../components/texts/state.tsx'
import { Timeline } from '../../components/texts/timeline.tsx'
import { accountName } from '../../format/person-name.ts'
import { amountText, cancelText, queueText, rewardText, sourceText } from '../../format/reward-text.ts'
import { useRole } from '../../session/use-session.ts'
import { AccountLink } from '../accounts/account-link.tsx'
import { timelineEntry } from '../accounts/sections/account-timeline.tsx'
import { fateText, isCancellable } from './reward-words.ts'

type RewardDrawerProps = {
  /** The reward that is shown; undefined for none. */
  readonly rewardId: string | undefined
  /** The reward as the list has it, until it is read. */
  readonly listed: RewardWithUser | undefined
  readonly onClose: () => void
}

/** One reward: its terms, its owner, its referral, and its history. */
export function RewardDrawer({ rewardId, listed, onClose }: RewardDrawerProps) {
  const { canWrite } = useRole()
  const [isCancelling, setCancelling] = useState(false)
  const isOpen = rewardId !== undefined
  const read = useOperation('readReward', { params: { rewardId: rewardId ?? '' } }, { enabled: isOpen })
  const reward = (read.data?.id === rewardId ? read.data : listed) ?? null
  return (
    <>
      <Drawer
        isOpen={isOpen}
        onClose={onClose}
        title={reward === null ? 'Reward' : rewardText(reward)}
        size="wide"
        actions={
          canWrite && reward !== null && isCancellable(reward) ? (
            <Button kind="danger" onClick={() => setCancelling(true)}>
              Cancel the reward …
            </Button>
          ) : undefined
        }
      >
        {reward !== null ? (
          <Details reward={reward} />
        ) : read.isError ? (
          <ErrorState error={read.error} onRetry={read.refetch} />
        ) : (
          <TextSkeleton label="Reward" lines={12} />
        )}
      </Drawer>
      {reward !== null && (
        <CancelDialog reward={reward} isOpen={isCancelling} onClose={() => setCancelling(false)} />
      )}
    </>
  )
}

function Details({ reward }: { readonly reward: RewardWithUser }) {
  const { accountId, userId, referralId } = reward
  const queue = queueText(reward)
  const link = 'break-all text-link hover:underline'
  return (
    <div className="flex flex-col gap-6">
      <p>{fateText(reward)}</p>
      <KeyValueList
        entries={[
          [
            'Status',
            <span key="status" className="flex flex-wrap gap-1">
              {reward.statuses.map((it) => (
                <State key={it} kind="reward" value={it} />
              ))}
            </span>,
          ],
          queue !== null && ['In the queue', queue],
          ...amountsOf(reward),
          ['Account', <AccountLink key="account" accountId={accountId} user={null} />],
          [
            'Person',
            userId === null ? (
              'The account as a whole'
            ) : (
              <AccountLink key="person" accountId={accountId} user={reward.user} />
            ),
          ],
          ['Earned for', sourceText(reward)],
          [
            'Referral',
            referralId === null ? (
              'None'
            ) : (
              <ReferralLink key="referral" referralId={referralId} className={link}>
                Open the referral
              </ReferralLink>
            ),
          ],
          ['Created', <DateTime key="created" at={reward.dateCreated} />],
          dated('Scheduled for', reward.dateScheduledFor),
          dated('In effect since', reward.dateGiven),
          dated('Expires', reward.dateExpires),
          dated('Fully redeemed', reward.dateRedeemed),
          dated('Cancelled', reward.dateCancelled),
          [
            'ID',
            <code key="id" className="break-all select-all">
              {reward.id}
            </code>,
          ],
        ]}
      />
      <section>
        <h3 className="mb-3 font-semibold">What happened</h3>
        <History reward={reward} />
      </section>
    </div>
  )
}

type Entry = ComponentProps<typeof KeyValueList>['entries'][number]

function dated(label: string, at: number | null): Entry {
  return at !== null && [label, <DateTime key={label} at={at} />]
}

function amountsOf(reward: Reward): readonly Entry[] {
  if (!isCredit(reward)) return []
  const { type, credit, unit, redeemedCredit = 0, reservedCredit = 0 } = reward
  return [
    ['Amount', amountText(type, credit, unit)],
    ['Redeemed', amountText(type, redeemedCredit, unit)],
    reservedCredit > 0 && ['On the next bill', amountText(type, reservedCredit, unit)],
    isCancellable(reward) && ['Left', amountText(type, credit - redeemedCredit, unit)],
  ]
}

const EVENTS = 100

/** The entries of the account's timeline that are about the reward. */
function History({ reward: { id, accountId } }: { readonly reward: Reward }) {
  const events = useOperation('listAccountEvents', { params: { accountId }, query: { limit: EVENTS } })
  if (events.isError || events.data === undefined)
    return <Unread query={events} label="What happened" lines={3} />
  const entries = events.data.events.filter((it) => it.rewardId === id).map(timelineEntry)
  return (
    <>
      {entries.length > 0 && <Timeline label="What happened" entries={entries} />}
      {entries.length === 0 && <p className="text-soft">Nothing since it was created.</p>}
      {events.data.nextCursor !== null && (
        <p className="mt-2 text-xs text-soft">From the last {EVENTS} events of the account.</p>
      )}
    </>
  )
}

type CancelDialogProps = {
  readonly reward: RewardWithUser
  readonly isOpen: boolean
  readonly onClose: () => void
}

function CancelDialog({ reward, isOpen, onClose }: CancelDialogProps) {
  const [reason, setReason] = useState('')
  const close = () => {
    setReason('')
    onClose()
  }
  const cancel = useMutationWithToast('cancelReward', { done: 'The reward is cancelled.', onSuccess: close })
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={close}
      title={`Cancel ${rewardText(reward)} of ${accountName(reward.accountId, reward.user)}?`}
      action="Cancel the reward"
      dismiss="Keep the reward"
      onConfirm={() => {
        const given = reason.trim()
        cancel.mutate({ params: { rewardId: reward.id }, body: given === '' ? {} : { reason: given } })
      }}
      mutation={cancel}
    >
      <p>{cancelText(reward)}</p>
      <p className="text-soft">This cannot be undone. You can give a new reward.</p>
      <TextField
        label="Reason"
        name="reason"
        value={reason}
        onChange={setReason}
        maxLength={500}
        isOptional
        hint="Your team sees it on the account’s timeline."
      />
    </ConfirmDialog>
  )
}
