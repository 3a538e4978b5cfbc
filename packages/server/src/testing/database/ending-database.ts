import type { Database } from '../../store/driver/database.ts'

/** The database, until the process that uses it ends: after some calls. */
export function endingAfter(database: Database, calls: number): Database {
  let left = calls
  const counted =
    <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      left -= 1
      if (left < 0) throw new Error('killed')
      return call(...args)
    }
  const { connected, inTurn, query } = database
  // Generic functions stay generic, although their types do not say so.
  return Object.assign(
    { ...database },
    {
      connected: counted(connected) as typeof connected,
      inTurn: counted(inTurn) as typeof inTurn,
      query: counted(query) as typeof query,
    },
  )
}
