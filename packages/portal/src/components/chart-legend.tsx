import { seriesColor } from './chart-scales.ts'

/** Which line or bar is which; nothing for a single series. */
export function ChartLegend({ series }: { readonly series: readonly { readonly name: string }[] }) {
  if (series.length < 2) return null
  return (
    <ul className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
      {series.map(({ name }, index) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-4 rounded" style={{ background: seriesColor(index) }} />
          {name}
        </li>
      ))}
    </ul>
  )
}
