import { allScenarios } from '../scenarios/all-scenarios.ts'
import type { Result } from '../states.ts'
import { wholeText } from './cells.ts'

export type Column = { readonly title: string; readonly cell: (result: Result) => string }

/** The columns of a table of results; `all` are the results among which each is compared. */
export function columnsFor(all: readonly Result[]): readonly Column[] {
  return [
    { title: 'Scenario', cell: (it) => it.scenario },
    { title: 'at', cell: (it) => it.state },
    { title: 'requests/s', cell: (it) => wholeText(it.perSecond) },
    { title: 'aim', cell: (it) => aimOf(it) },
    { title: 'p50 ms', cell: (it) => it.p50Ms.toFixed(1) },
    { title: 'p99 ms', cell: (it) => it.p99Ms.toFixed(1) },
    { title: 'longest ms', cell: (it) => it.longestMs.toFixed(0) },
    { title: 'service MB', cell: (it) => wholeText(it.residentMb) },
    { title: 'PostgreSQL MB', cell: (it) => (it.databaseMb === null ? '' : wholeText(it.databaseMb)) },
    { title: 'ceiling/s', cell: (it) => wholeText(it.ceilingPerSecond) },
    { title: 'ratio', cell: (it) => it.ratio.toFixed(2) },
    { title: 'of the first ratio', cell: (it) => keptRatio(it, all) },
    {
      title: 'bare inserts/s',
      cell: (it) => (it.bareInsertsPerSecond === null ? '' : wholeText(it.bareInsertsPerSecond)),
    },
    { title: 'of bare inserts', cell: (it) => it.bareInsertRatio?.toFixed(2) ?? '' },
    {
      title: 'requests per transaction',
      cell: (it) => (it.perTransaction === null ? '' : it.perTransaction.toFixed(1)),
    },
    { title: 'oldest: requests/s', cell: ({ onOldest: it }) => (it === null ? '' : wholeText(it.perSecond)) },
    { title: 'oldest: p99 ms', cell: ({ onOldest: it }) => it?.p99Ms.toFixed(1) ?? '' },
    { title: 'oldest: ratio', cell: ({ onOldest: it }) => it?.ratio.toFixed(2) ?? '' },
    { title: 'oldest: of bare inserts', cell: ({ onOldest: it }) => it?.bareInsertRatio?.toFixed(2) ?? '' },
  ]
}

function aimOf({ scenario }: Result): string {
  const aim = allScenarios.find((it) => it.name === scenario)?.aimPerSecond ?? null
  return aim === null ? '' : aim.toLocaleString('en')
}

/** How much of the ratio is left that the same scenario had in the first state. */
function keptRatio(result: Result, all: readonly Result[]): string {
  const first = all.find((it) => it.scenario === result.scenario)
  return first === undefined || first === result ? '' : `${Math.round((result.ratio / first.ratio) * 100)} %`
}
