type Step = { readonly label: string; readonly value: number; readonly hint?: string }

/** `<Funnel label="From click to customer" steps={[{ label: 'Clicks', value: 120 }, …]} />`: bars beside their numbers. */
export function Funnel({ label, steps }: { readonly label: string; readonly steps: readonly Step[] }) {
  const largest = Math.max(1, ...steps.map((it) => it.value))
  return (
    <ol aria-label={label} className="flex flex-col gap-3">
      {steps.map(({ label: name, value, hint }, index) => (
        <li key={name}>
          <div className="flex items-baseline justify-between gap-4">
            <span>{name}</span>
            <span>
              <strong className="font-semibold">{value.toLocaleString()}</strong>
              <span className="ml-2 inline-block min-w-14 text-right text-xs text-soft">
                {hint ?? shareText(value, steps[index - 1]?.value)}
              </span>
            </span>
          </div>
          <div aria-hidden className="mt-1 h-2.5 overflow-hidden rounded bg-neutral-soft">
            <div
              className="h-full rounded bg-series-1"
              style={{ width: `${value === 0 ? 0 : Math.max(0.5, (value / largest) * 100)}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}

/** How many of the step before; nothing for the first, and for a step that counts something wider. */
function shareText(value: number, before: number | undefined): string {
  if (before === undefined || before === 0 || value > before) return ''
  const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })
  return share.format(value / before)
}
