import type { Receiver } from '@goodword/client'
import { Badge } from '../../components/texts/badge.tsx'

export function ReceiverState({ receiver }: { readonly receiver: Receiver }) {
  if (receiver.enabled) return <Badge tone="good">On</Badge>
  switch (receiver.disabledReason) {
    case 'GONE':
      return <Badge tone="danger">Off: the address is gone</Badge>
    case 'FAILING':
      return <Badge tone="danger">Off: it kept failing</Badge>
    default:
      return <Badge>Off</Badge>
  }
}
