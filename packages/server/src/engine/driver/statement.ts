/** A named SQL statement. The server plans it once per connection; the name is also used in checks and metrics. */
export type Statement = { readonly name: string; readonly text: string }

const registered: Statement[] = []

/** The only maker of statements: each is registered, so that one test can check all of them. */
export function statement(name: string, text: string): Statement {
  const made = { name, text: text.trim() }
  registered.push(made)
  return made
}

export function allStatements(): readonly Statement[] {
  return registered
}
