import type { Outcome } from '../run.ts'
import { machineText } from './machine.ts'
import { columnsFor } from './result-columns.ts'

/** The results as the performance guide has them, with the peer's beside them. */
export function markdownReport({ machine, results }: Outcome): string {
  const columns = columnsFor(results).filter(({ cell }) => results.some((it) => cell(it) !== ''))
  return [
    `Measured on ${machineText(machine)}.`,
    '',
    line(columns.map((it) => it.title)),
    line(columns.map((_, index) => (index < 2 ? '---' : '---:'))),
    ...results.map((it) => line(columns.map(({ cell }) => cell(it)))),
    '',
    PEER,
  ].join('\n')
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

const PEER = `Beside it RefRef, an open-source referral service of the same shape (Fastify and PostgreSQL), at its commit 81af934 of
March 2026 and with the changes that it needs to accept API keys: two cores, 32 connections, 20,000 referrals unless said
otherwise.

| What | requests/s |
|---|---:|
| attribution (sign-up) | 191–224 |
| conversion (purchase) | 186–243 |
| conversion at 200,000 referrals | 79 |`
