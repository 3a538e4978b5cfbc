import { useContext, useState } from 'react'
import { useConnection } from '../api/use-connection.ts'
import { Button } from '../components/button.tsx'
import { DateField } from '../components/fields/date-field.tsx'
import { Form } from '../components/fields/form.tsx'
import { NewTabLink } from '../components/links.tsx'
import { Dialog } from '../components/overlays/dialog.tsx'
import { ClockAhead } from '../components/program-clock.ts'
import { DateTime, TimeZone } from '../components/texts/date-time.tsx'
import { Notice } from '../components/texts/notice.tsx'
import { count } from '../format/number-text.ts'
import { timeInZone, zonedText } from '../format/zoned-time.ts'
import type { ClockMove } from './use-test-clock.ts'

type MoveClockDialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly move: ClockMove
}

/** Moves the clock of the test program ahead. It can be closed while the clock moves. */
export function MoveClockDialog({ isOpen, onClose, move }: MoveClockDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Move the test clock">
      {move.current === null ? <MoveForm move={move} /> : <CurrentMove move={move} onClose={onClose} />}
    </Dialog>
  )
}

const steps = [
  ['1 day', { days: 1, months: 0 }],
  ['1 week', { days: 7, months: 0 }],
  ['1 month', { days: 0, months: 1 }],
  ['1 year', { days: 0, months: 12 }],
] as const

function MoveForm({
  move: { now, aheadMs, mutation, start, jobsRetrying },
}: Pick<MoveClockDialogProps, 'move'>) {
  const timeZone = useContext(TimeZone)
  const [to, setTo] = useState<string | null>(() => later(zonedText(now, timeZone), { days: 1, months: 0 }))
  const submit = () => {
    if (to !== null) start(timeInZone(to, timeZone))
  }
  return (
    <Form label="Move the test clock" onSubmit={submit} error={mutation.error}>
      <p>
        It is <DateTime at={now} /> in this test program. Everything that is due by the new time happens:
        rewards begin and end, holds are over. A clock cannot be moved back.
      </p>
      {jobsRetrying > 0 && <Retrying jobs={jobsRetrying} />}
      <ProcessorClock />
      <fieldset aria-label="Move ahead by" className="flex flex-wrap gap-2">
        {steps.map(([name, step]) => (
          <Button key={name} onClick={() => setTo(later(zonedText(now, timeZone), step))}>
            {name}
          </Button>
        ))}
      </fieldset>
      <ClockAhead value={aheadMs}>
        <DateField
          label="New time"
          name="now"
          hasTime
          minimum={zonedText(now, timeZone)}
          value={to}
          onChange={setTo}
          hint={timeZone}
        />
      </ClockAhead>
      <div className="flex justify-end">
        <Button kind="primary" type="submit" isBusy={mutation.isPending}>
          Move the clock
        </Button>
      </div>
    </Form>
  )
}

function Retrying({ jobs }: { readonly jobs: number }) {
  const title =
    jobs === 1 ? '1 job failed and is tried again' : `${count(jobs, 'job')} failed and are tried again`
  return (
    <Notice kind="warning" title={title}>
      Something that was due has not happened yet, as when the payment processor does not respond. It happens
      by itself when an attempt succeeds. The connection under Install shows its last error.
    </Notice>
  )
}

/** A local processor makes the bills on the way, so its clock is the one to move. */
function ProcessorClock() {
  const connection = useConnection()
  if (connection.data == null || connection.data.clockUrl === null) return null
  const { environment, merchantId } = connection.data
  return (
    <Notice kind="info" title="The payment processor has a clock of its own">
      {environment.startsWith('http') ? (
        <>
          Bills are made by its time. Move it on{' '}
          <NewTabLink href={`${environment}/ledger/${encodeURIComponent(merchantId)}`}>
            the page of the local processor
          </NewTabLink>
          , and this clock follows.
        </>
      ) : (
        'Bills are made by its time, which this clock does not move.'
      )}
    </Notice>
  )
}

function CurrentMove({ move, onClose }: Omit<MoveClockDialogProps, 'isOpen'>) {
  return (
    <div className="flex flex-col gap-4">
      <MoveProgress move={move} />
      {move.jobsRetrying > 0 && <Retrying jobs={move.jobsRetrying} />}
      <p className="text-soft">The move goes on if you close this dialog or leave the page.</p>
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </div>
  )
}

/** A calendar time, later: in months it is clamped to the end of the month. */
function later(text: string, { days, months }: { readonly days: number; readonly months: number }): string {
  const at = new Date(`${text}Z`)
  const day = at.getUTCDate()
  at.setUTCDate(1)
  at.setUTCMonth(at.getUTCMonth() + months)
  const length = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()
  at.setUTCDate(Math.min(day, length) + days)
  return at.toISOString().slice(0, 16)
}

/** How far the clock is on its way: the date that is reached, and the jobs that are left. */
function MoveProgress({ move: { current } }: { readonly move: ClockMove }) {
  if (current === null) return null
  const { from, to, reached, jobsLeft } = current
  const share = from === null || to <= from ? null : (reached - from) / (to - from)
  return (
    <div className="flex flex-col gap-2">
      <p>
        On the way to <DateTime at={to} />
      </p>
      <progress
        aria-label="The way of the clock"
        value={share ?? undefined}
        max={1}
        className="h-2 w-full overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent"
      />
      <p role="status">
        Reached <DateTime at={reached} />, {count(jobsLeft, 'job')} left
      </p>
    </div>
  )
}
