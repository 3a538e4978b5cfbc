import { invalid } from './api-error.ts'

/** Whether an object fits a query. */
export type Fits = (object: object) => boolean

const clause =
  /^(-?)(?:metadata\[(?:'([^']*)'|"([^"]*)")\]|(\w+))\s*(:|~|>=|<=|>|<)\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(null|-?\d+))(?:\s+(AND|OR)\s+|\s*$)/i

/**
 * Reads a query such as `email:'ada@example.com' AND -metadata['plan']:null`: clauses that are all joined by AND, or all by OR.
 * @param fields what may be searched for
 * @throws {ApiError}
 */
export function readQuery(query: string, fields: readonly string[]): Fits {
  const clauses: Fits[] = []
  const joints = new Set<string>()
  for (let rest = query.trim(); rest !== ''; ) {
    const found = clause.exec(rest)
    if (found === null) throw invalid(`We were unable to parse your search query: ${rest}`, 'query')
    rest = rest.slice(found[0].length)
    const [, not, single, double, field, operator = ':', text, quoted, plain, joint] = found
    const key = single ?? double
    if (field !== undefined && !fields.includes(field)) {
      throw invalid(`Field \`${field}\` is an unsupported search field for this resource.`, 'query')
    }
    const value = (text ?? quoted)?.replace(/\\(.)/g, '$1') ?? plain ?? ''
    const fits = fitsClause(readerOf(key, field ?? ''), operator, plain === 'null' ? null : value)
    clauses.push(not === '-' ? (object) => !fits(object) : fits)
    if (joint !== undefined) joints.add(joint.toUpperCase())
    if ((joint === undefined) !== (rest === '')) throw invalid('The query ends with AND or OR.', 'query')
  }
  if (joints.size > 1) throw invalid('You cannot combine AND and OR in a query.', 'query')
  if (clauses.length === 0) throw invalid('The query is empty.', 'query')
  return joints.has('OR')
    ? (object) => clauses.some((fits) => fits(object))
    : (object) => clauses.every((fits) => fits(object))
}

function readerOf(metadataKey: string | undefined, field: string): (object: object) => unknown {
  if (metadataKey === undefined) return (object) => Object(object)[field]
  return (object) => Object(Object(object).metadata)[metadataKey]
}

function fitsClause(read: (object: object) => unknown, operator: string, wanted: string | null): Fits {
  const compare = comparisons[operator]
  return (object) => {
    const value = read(object) ?? null
    if (value === null || wanted === null) return operator === ':' && value === wanted
    if (compare !== undefined) return compare(Number(value), Number(wanted))
    const [one, other] = [`${value}`.toLowerCase(), wanted.toLowerCase()]
    return operator === '~' ? one.includes(other) : one === other
  }
}

const comparisons: Readonly<Record<string, (value: number, wanted: number) => boolean>> = {
  '>': (value, wanted) => value > wanted,
  '<': (value, wanted) => value < wanted,
  '>=': (value, wanted) => value >= wanted,
  '<=': (value, wanted) => value <= wanted,
}
