import { databaseTimeouts } from '../../engine/driver/timeouts.ts'
import { requestTimeouts } from '../../frame/http/server/app.ts'

// A program that tests start loads this module first: a busy machine may take any time. A test of the timeout for locks gives
// its own one, and so it alone can come.
const lockMs = Number(process.env.GOODWORD_TEST_LOCK_MS ?? 60_000)

for (const timeouts of Object.values(databaseTimeouts)) {
  Object.assign(timeouts, {
    connectionMs: 60_000,
    transactionMs: 60_000,
    lockMs,
    statementMs: 60_000,
    idleMs: 60_000,
  })
}
// As in production, the database gives up first.
Object.assign(requestTimeouts, { handlerMs: 90_000 })
