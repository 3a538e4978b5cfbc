/** Says in every page of a test program that nothing in it is real. */
export function TestBar() {
  return (
    <p role="note" className="flex h-7 items-center justify-center gap-2 bg-test px-4 text-xs text-on-test">
      <strong className="font-semibold">Test mode</strong>
      <span className="max-sm:hidden">No real customers, no real money.</span>
    </p>
  )
}
