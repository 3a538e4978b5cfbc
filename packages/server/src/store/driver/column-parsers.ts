import pg from 'pg'

/** Turns a value's text into what the application works with. */
export type Parser = (text: string) => unknown

const INT8 = 20
const TIMESTAMPTZ = 1184

/** Times come as milliseconds since the epoch, bigints as numbers: everything counted here stays below 2^53. */
export function parserOf(typeOid: number): Parser {
  if (typeOid === INT8) return Number
  if (typeOid === TIMESTAMPTZ) return timeOf
  return pg.types.getTypeParser(typeOid, 'text')
}

/** PostgreSQL writes `2026-11-21 05:16:06.123+00` in a session whose time zone is UTC. */
function timeOf(text: string): number {
  return Date.parse(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
}
