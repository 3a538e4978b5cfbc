import type { Connection } from '@goodword/client'
import { NewTabLink } from '../../../components/new-tab-link.tsx'
import { processorOf } from './processors/processors.ts'

type Props = {
  readonly connection: Pick<Connection, 'processor' | 'environment'>
  readonly place: 'setup' | 'webhooks'
}

/** Where something is set up at the processor: in its dashboard, or on the page of a local one. */
export function ControlPanel({ connection: { processor, environment }, place }: Props) {
  const { places, called } = processorOf(processor)
  if (called === null || !environment.startsWith('http')) return <>{places[place]}</>
  return (
    <>
      <NewTabLink href={environment}>Open the page of the {called.local.name}</NewTabLink>
      {`, ${called.local[place]}`}
    </>
  )
}
