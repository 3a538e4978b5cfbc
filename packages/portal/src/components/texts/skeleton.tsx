type TableSkeletonProps = {
  readonly columns: number
  readonly label: string
  readonly rows?: number | undefined
}

const bar = 'rounded bg-neutral-soft animate-pulse'

/** `<TableSkeleton columns={5} label="Referrals" />`: as high as the table that comes, so that nothing moves. */
export function TableSkeleton({ columns, label, rows = 10 }: TableSkeletonProps) {
  return (
    <div role="status" aria-label={`Loading: ${label}`} className="card overflow-hidden">
      {numbers(rows).map((row) => (
        <div key={row} className="flex h-10.5 items-center gap-8 border-b border-line px-4 last:border-0">
          {numbers(columns).map((column) => (
            <div key={column} className={`h-3 flex-1 ${bar}`} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** `<TextSkeleton lines={3} label="Program" />` */
export function TextSkeleton({
  lines = 3,
  label,
}: {
  readonly lines?: number | undefined
  readonly label: string
}) {
  return (
    <div role="status" aria-label={`Loading: ${label}`} className="flex flex-col gap-3">
      {numbers(lines).map((line) => (
        <div key={line} className={`h-4 ${line === lines - 1 ? 'w-2/3' : ''} ${bar}`} />
      ))}
    </div>
  )
}

/** `<BlockSkeleton label="Chart" height="16rem" />` */
export function BlockSkeleton({ label, height }: { readonly label: string; readonly height: string }) {
  return <div role="status" aria-label={`Loading: ${label}`} style={{ height }} className={`w-full ${bar}`} />
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index)
}
