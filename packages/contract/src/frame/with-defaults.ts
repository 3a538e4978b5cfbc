import { type TOptional, type TProperties, type TSchema, Type } from 'typebox'

/** Optional fields with their defaults. A field without a default does not compile. */
export function withDefaults<Fields extends TProperties>(
  fields: Fields,
  defaults: { readonly [Name in keyof Fields]: unknown },
) {
  const entries = Object.entries<TSchema>(fields).map(([name, it]) => [name, withDefault(it, defaults[name])])
  // Each field stays under its name.
  return Object.fromEntries(entries) as { [Name in keyof Fields]: TOptional<Fields[Name]> }
}

export function withDefault<Schema extends TSchema>(schema: Schema, absent: unknown) {
  // Not a spread: that would lose the hidden kind of the schema. Optional makes a copy.
  return Object.assign(Type.Optional(schema), { default: absent })
}
