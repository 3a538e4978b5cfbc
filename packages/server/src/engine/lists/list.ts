/** A condition of a list, with its values: `?` stands for each of them in turn. */
export type Condition = {
  readonly sql: string
  readonly values: readonly unknown[]
  /** The index that serves it. The first one among the conditions is the one that the rows are read by. */
  readonly index?: ServingIndex
}

/**
 * Begins with the tenant, columns that other conditions compare for equality, and `column`; `isById` when the id comes next,
 * so that rows of one value are in the order of a page.
 */
export type ServingIndex = { readonly column: string; readonly isById: boolean }

/** A filter of a list: the conditions that its value puts on the rows. */
export type Filter<Value> = {
  // A method, because filters of different values are one type for who reads a page.
  conditions(value: Value, now: number): readonly Condition[]
  /** A value for each form that the conditions have, by which their plans are checked. */
  readonly samples: {
    /** Values that find their rows by an index. */
    readonly alone?: readonly Value[]
    /** Values that leave rows out, of those that another filter finds. */
    readonly beside?: readonly Value[]
  }
}

export type FilterSet = Readonly<Record<string, Filter<unknown>>>

/** A list over one table, whose rows have time-ordered ids. Filters speak of that table alone, by its `alias`. */
export type List<Filters extends FilterSet = FilterSet> = {
  readonly name: string
  readonly select: string
  readonly table: string
  readonly alias: string
  /** Tables that add fields to an entry; they never change the number of rows. */
  readonly joins: string
  /**
   * The filters by their names in requests, with the values that requests have. Filters with an index come in the order in
   * which they are preferred.
   */
  readonly filters: Filters
  /** Whether it can be read from its oldest row on. */
  readonly hasOldestFirst?: true
  /**
   * Columns with times, or with numbers, by which it can be sorted in both directions, beside its ids. Rows without a value
   * are left out. Each has an index of the tenant, the column and the id, and the name of the filter by a range of the same
   * column, if there is one: no other filter can choose among rows that are read in the order of this one.
   */
  readonly sorts?: Readonly<Record<string, SortColumn>>
}

/** A column by the alias of its list, `r.converted_at`, and by its name in the list's rows. */
export type SortColumn = {
  readonly column: string
  readonly name: string
  /** The column has whole numbers instead of times. */
  readonly isNumber?: true
}

/** The filters that a list is asked for; all of them must hold. */
export type FilterOf<Asked extends List> =
  Asked extends List<infer Filters>
    ? { readonly [Name in keyof Filters]?: Filters[Name] extends Filter<infer Value> ? Value : never }
    : never

const registered: List[] = []

/** The only maker of lists: each is registered, so that one test can check the plans of all of them. */
export function list<const Filters extends FilterSet>(definition: List<Filters>): List<Filters> {
  registered.push(definition)
  return definition
}

export function allLists(): readonly List[] {
  return registered
}

/** @throws Error for a filter that the list does not have: it would let through excluded rows */
export function conditionsOf<Filters extends FilterSet>(
  { name, filters }: List<Filters>,
  filter: FilterOf<List<Filters>>,
  now: number,
): readonly Condition[] {
  const unknown = Object.keys(filter).find((it) => !Object.hasOwn(filters, it))
  if (unknown !== undefined) throw new Error(`the list ${name} has no filter ${unknown}`)
  return Object.entries(filters).flatMap(([name, it]) => {
    const value = filter[name as keyof typeof filter]
    return value === undefined ? [] : it.conditions(value, now)
  })
}
