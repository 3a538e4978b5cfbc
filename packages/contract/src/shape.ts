import type { Static, TSchema } from 'typebox'

/** The values of a schema, read-only all through: whoever answers may hand over what must not be changed. */
export type ShapeOf<Schema extends TSchema> = Frozen<Static<Schema>>

type Scalar = string | number | boolean | null | undefined

// Branded texts are objects to the compiler, so scalars come first.
type Frozen<Value> = Value extends Scalar
  ? Value
  : Value extends readonly (infer Entry)[]
    ? readonly Frozen<Entry>[]
    : { readonly [Name in keyof Value]: Frozen<Value[Name]> }
