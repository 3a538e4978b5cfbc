/** A node of PostgreSQL's own syntax tree: its fields by name. Empty fields are left out, as are zeros. */
export type Fields = Readonly<Record<string, unknown>>

export type Node = { readonly tag: string; readonly fields: Fields }

/** The node in a wrapper such as `{"RangeVar": {…}}`, or null when the value is none. */
export function nodeIn(value: unknown): Node | null {
  if (!isFields(value)) return null
  const [entry, ...others] = Object.entries(value)
  if (entry === undefined || others.length > 0 || !/^[A-Z]/.test(entry[0])) return null
  return { tag: entry[0], fields: fieldsOf(entry[1]) }
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** The fields of every node with this tag in the tree below a value, itself included. */
export function allTagged(tree: unknown, tag: string): Fields[] {
  if (Array.isArray(tree)) return tree.flatMap((each) => allTagged(each, tag))
  if (!isFields(tree)) return []
  return Object.entries(tree).flatMap(([name, child]) =>
    name === tag ? [fieldsOf(child), ...allTagged(child, tag)] : allTagged(child, tag),
  )
}

/** The parts of a dotted name: `a.tenant_id` is `['a', 'tenant_id']`. */
export function namesIn(list: unknown): string[] {
  return listOf(list).map((each) => textOf(fieldsOf(fieldsOf(each).String).sval))
}

/** An expression without the casts around it. */
export function withoutCasts(expression: unknown): Node | null {
  const node = nodeIn(expression)
  return node?.tag === 'TypeCast' ? withoutCasts(node.fields.arg) : node
}

/** The number n of an expression that is `$n`, with or without a cast; null for any other. */
export function parameterIn(expression: unknown): number | null {
  const node = withoutCasts(expression)
  return node?.tag === 'ParamRef' ? Number(node.fields.number) : null
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
