import type { Connection } from '@goodword/client'
import { useConnection } from '../../api/use-connection.ts'
import { recordAddress } from '../../format/record-address.ts'

type Props = {
  readonly page: keyof NonNullable<Connection['dashboardLinks']>
  readonly id: string
}

/** The ID of a record at the payment processor, with a link to its page there; a gateway on one's own machine has none. */
export function ProcessorRecord({ page, id }: Props) {
  const links = useConnection().data?.dashboardLinks ?? null
  const code = <code className="text-xs font-normal break-all text-soft">{id}</code>
  if (links === null) return code
  return (
    <a
      href={recordAddress(links[page], id)}
      target="_blank"
      rel="noreferrer"
      title="Open it at the payment processor"
      className="hover:underline"
    >
      {code}
    </a>
  )
}
