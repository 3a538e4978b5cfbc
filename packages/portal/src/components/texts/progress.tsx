type ProgressProps = {
  readonly label: string
  /** Null while the whole is not known. */
  readonly done: number | null
  readonly total?: number
}

/** `<Progress label="Rows read" done={1200} total={5000} />` */
export function Progress({ label, done, total = 1 }: ProgressProps) {
  return (
    <div className="flex flex-col gap-1">
      <div className="flex justify-between gap-4">
        <span>{label}</span>
        {done !== null && (
          <span className="text-soft">
            {done.toLocaleString()} of {total.toLocaleString()}
          </span>
        )}
      </div>
      <progress
        aria-label={label}
        value={done ?? undefined}
        max={total}
        className="h-2 w-full overflow-hidden rounded-full [&::-webkit-progress-bar]:bg-neutral-soft [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent"
      />
    </div>
  )
}
