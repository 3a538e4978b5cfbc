import type { ExampleBill } from '@goodword/domain/program/example-bills'

/** One bar for each bill: what is to pay, below what is taken off. The table beside it has the numbers. */
export function BillsChart({ bills }: { readonly bills: readonly ExampleBill[] }) {
  const heightOf = (minor: number, bill: ExampleBill) =>
    `${bill.priceMinor === 0 ? 0 : (100 * minor) / bill.priceMinor}%`
  return (
    <div aria-hidden>
      <ul className="mb-2 flex gap-4 text-xs text-soft">
        <li className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm bg-series-1" />
          To pay
        </li>
        <li className="flex items-center gap-1.5">
          <span className="size-2.5 rounded-sm border border-series-2 bg-good-soft" />
          Off
        </li>
      </ul>
      <div className="flex h-28 items-end gap-1">
        {bills.map((bill) => (
          <div key={bill.at} className="flex h-full min-w-0 flex-1 flex-col justify-end">
            {bill.toPayMinor < bill.priceMinor && (
              <div
                className="rounded-t-sm border border-series-2 bg-good-soft"
                style={{ height: heightOf(bill.percentageMinor + bill.creditMinor, bill) }}
              />
            )}
            <div className="bg-series-1" style={{ height: heightOf(bill.toPayMinor, bill) }} />
          </div>
        ))}
      </div>
      <div className="mt-1 flex gap-1 text-center text-[0.6875rem] text-soft">
        {bills.map((bill, index) => (
          <span key={bill.at} className="min-w-0 flex-1">
            {index + 1}
          </span>
        ))}
      </div>
    </div>
  )
}
