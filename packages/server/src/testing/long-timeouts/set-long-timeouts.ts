import { requestTimeouts } from '../../http/server/request-timeouts.ts'
import { databaseTimeouts } from '../../store/driver/timeouts.ts'

// A program that tests start loads this module first where they are not about timeouts: a busy machine may take any time.
for (const timeouts of Object.values(databaseTimeouts)) {
  Object.assign(timeouts, {
    connectionMs: 60_000,
    transactionMs: 60_000,
    lockMs: 60_000,
    statementMs: 60_000,
    idleMs: 60_000,
  })
}
// As in production, the database gives up first.
Object.assign(requestTimeouts, { handlerMs: 90_000 })
