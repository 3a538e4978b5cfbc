import type { Notification } from '@goodword/client'
import { Badge, type Tone } from '../../../components/badge.tsx'

type Value = Notification['state']

const words: Readonly<Record<Value, readonly [string, Tone]>> = {
  RECEIVED: ['Received', 'info'],
  DONE: ['Processed', 'good'],
  FAILED: ['Failed', 'danger'],
}

export const notificationStateOptions = [
  { value: 'RECEIVED', label: words.RECEIVED[0] },
  { value: 'DONE', label: words.DONE[0] },
  { value: 'FAILED', label: words.FAILED[0] },
] as const

export function NotificationState({ value }: { readonly value: Value }) {
  const [label, tone] = words[value] ?? [value, 'neutral']
  return <Badge tone={tone}>{label}</Badge>
}
