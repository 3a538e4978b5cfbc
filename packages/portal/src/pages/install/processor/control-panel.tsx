type Props = {
  readonly environment: string
  /** What the page of a local gateway calls it. */
  readonly place: 'Set-up' | 'Webhooks'
}

const sentences = {
  'Set-up': 'Do these in Braintree’s control panel.',
  Webhooks: 'In Braintree’s control panel, open Settings → API → Webhooks.',
} as const

/** Where something is set up at the processor: Braintree's control panel, or the page of a local gateway. */
export function ControlPanel({ environment, place }: Props) {
  if (!environment.startsWith('http')) return <>{sentences[place]}</>
  return (
    <>
      <a href={environment} target="_blank" rel="noreferrer" className="text-link underline">
        Open the page of the gateway
      </a>
      {`, choose the merchant, and open ${place}.`}
    </>
  )
}
