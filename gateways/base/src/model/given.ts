type Given<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** The fields that have a value, be it null. */
export function given<Fields extends object>(fields: Fields): Given<Fields> {
  // Made of the same names and values.
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Given<Fields>
}
