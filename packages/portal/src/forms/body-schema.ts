/** The keywords of JSON Schema that forms read. */
export type BodySchema = {
  readonly type?: string
  readonly properties?: Readonly<Record<string, BodySchema>>
  readonly patternProperties?: Readonly<Record<string, BodySchema>>
  readonly required?: readonly string[]
  readonly items?: BodySchema
  readonly anyOf?: readonly BodySchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** A schema of the contract as a form reads it; null for an endpoint without a body. */
export function bodySchema(schema: object | null): BodySchema {
  // The contract’s schemas are JSON Schema, with types of a library that the portal has no need of.
  return (schema ?? {}) as BodySchema
}

/** The schema of a field such as `referredReward.discountPercent`; null where the body has no such field. */
export function schemaAt(schema: BodySchema, value: unknown, name: string): BodySchema | null {
  let [at, present]: [BodySchema | null, unknown] = [schema, value]
  for (const step of name.split('.')) {
    if (at === null) return null
    at = partOf(variantOf(at, present), step)
    present = valueAt(present, step)
  }
  return at === null ? null : variantOf(at, present)
}

/** The member of a union that a value is meant as: null for null, else the one whose constants it has, such as its `type`. */
export function variantOf(schema: BodySchema, value: unknown): BodySchema {
  if (schema.anyOf === undefined) return schema
  const isNull = (it: BodySchema) => it.type === 'null'
  if (value === null) return schema.anyOf.find(isNull) ?? schema
  const others = schema.anyOf.filter((it) => !isNull(it))
  const variant = others.find((it) => hasConstantsOf(it, value)) ?? others[0]
  return variant === undefined ? schema : variantOf(variant, value)
}

function hasConstantsOf({ properties = {} }: BodySchema, value: unknown): boolean {
  return Object.entries(properties).every(([name, { const: only, enum: several }]) => {
    const given = valueAt(value, name)
    const allowed = several ?? (only === undefined ? null : [only])
    return allowed === null || given === undefined || allowed.includes(given)
  })
}

export function partOf(
  { properties, patternProperties, items }: BodySchema,
  step: string,
): BodySchema | null {
  const own = properties?.[step]
  if (own !== undefined) return own
  const found = Object.entries(patternProperties ?? {}).find(([pattern]) =>
    new RegExp(pattern, 'u').test(step),
  )
  return found?.[1] ?? items ?? null
}

export function valueAt(value: unknown, step: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
}
