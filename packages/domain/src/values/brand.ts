declare const brand: unique symbol

/** A value that only the parser of its kind may make; costs nothing at run time. */
export type Brand<Value, Name extends string> = Value & { readonly [brand]: Name }
