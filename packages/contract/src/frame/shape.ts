import type { Static, TSchema } from 'typebox'

/** The values of a schema, deeply read-only, so that handlers can return immutable data. */
export type ShapeOf<Schema extends TSchema> = Frozen<Static<Schema>>

type Scalar = string | number | boolean | null | undefined

// Branded texts are objects to the compiler, so scalars come first.
type Frozen<Value> = unknown extends Value
  ? unknown
  : Value extends Scalar
    ? Value
    : Value extends readonly (infer Entry)[]
      ? readonly Frozen<Entry>[]
      : { readonly [Name in keyof Value]: Frozen<Value[Name]> }
