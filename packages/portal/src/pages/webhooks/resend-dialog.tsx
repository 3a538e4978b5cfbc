import type { Receiver } from '@goodword/client'
import { resendDeliveries } from '@goodword/contract/endpoints/webhooks'
import type { deliveryStates } from '@goodword/domain/outbound/webhook-retry'
import { useContext, useState } from 'react'
import { useMutationOf } from '../../api/use-mutation-of.ts'
import { Button } from '../../components/button.tsx'
import { DateField } from '../../components/date-field.tsx'
import { TimeZone } from '../../components/date-time.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Form } from '../../components/form.tsx'
import { useNow } from '../../components/program-clock.ts'
import { Select } from '../../components/select.tsx'
import { stateOptions } from '../../components/state.tsx'
import { useToast } from '../../components/toast.tsx'
import { count } from '../../format/count.ts'
import { timeInZone, zonedText } from '../../format/zoned-time.ts'
import { bodyRules, wrongOrder } from '../../forms/body-rules.ts'

type Props = { readonly receiver: Receiver; readonly isOpen: boolean; readonly onClose: () => void }

const DAY_MS = 86_400_000

/** Sends the events of a period again. */
export function ResendDialog({ receiver, isOpen, onClose }: Props) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Send a period again">
      <ResendForm receiver={receiver} onClose={onClose} />
    </Dialog>
  )
}

function ResendForm({ receiver, onClose }: Omit<Props, 'isOpen'>) {
  const timeZone = useContext(TimeZone)
  const showToast = useToast()
  const now = useNow()
  const [from, setFrom] = useState<string | null>(() => zonedText(now() - DAY_MS, timeZone))
  const [to, setTo] = useState<string | null>(null)
  const [state, setState] = useState<(typeof deliveryStates)[number]>('FAILED')
  const resend = useMutationOf('resendDeliveries', {
    onSuccess: (it) => {
      onClose()
      showToast({ text: `${count(it.count, 'event is', 'events are')} sent again.` })
    },
  })
  const body = {
    from: from === null ? undefined : timeInZone(from, timeZone),
    state,
    ...(to === null ? {} : { to: timeInZone(to, timeZone) }),
  }
  const submit = () => {
    if (body.from === undefined) return
    resend.mutate({ params: { webhookId: receiver.id }, body: { ...body, from: body.from } })
  }
  return (
    <Form
      onSubmit={submit}
      error={resend.error}
      label="Send a period again"
      rules={bodyRules(resendDeliveries.body, body, [wrongOrder('to', from, to)])}
    >
      <p>
        Events whose deliveries were created in this period are sent again with the same IDs, so that your
        system can tell that it knows them. At most 10,000 at a time.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="From" name="from" value={from} onChange={setFrom} hasTime hint={timeZone} />
        <DateField
          label="To"
          name="to"
          value={to}
          onChange={setTo}
          hasTime
          isOptional
          hint="Until now if empty."
        />
      </div>
      <Select
        label="Deliveries"
        name="state"
        options={stateOptions('delivery')}
        value={state}
        onChange={(it) => setState(it ?? 'FAILED')}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" kind="primary" isBusy={resend.isPending}>
          Send them again
        </Button>
      </div>
    </Form>
  )
}
