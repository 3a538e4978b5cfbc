import type { DatabaseTimeouts } from '../engine/driver/timeouts.ts'

/** Timeouts of tests that are not about limits: a busy machine may take any time over anything. */
export const NO_TIMEOUTS: DatabaseTimeouts = {
  connectionMs: 0,
  transactionMs: 0,
  lockMs: 0,
  statementMs: 0,
  idleMs: 0,
}
