import type { Outcome } from '../run.ts'
import { machineText } from './machine.ts'
import { columnsFor } from './result-columns.ts'

/** The results in aligned columns, for a terminal. */
export function tableReport({ machine, results }: Outcome): string {
  const columns = columnsFor(results).filter(({ cell }) => results.some((it) => cell(it) !== ''))
  const lines = [columns.map((it) => it.title), ...results.map((it) => columns.map(({ cell }) => cell(it)))]
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)))
  const aligned = lines.map((line) =>
    line
      .map((cell, index) => (index < 2 ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)))
      .join('  ')
      .trimEnd(),
  )
  return [machineText(machine), '', ...aligned].join('\n')
}
