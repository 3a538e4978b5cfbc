/** A file of the application, before and after. `before` is null for a new one. */
export type FileChange = { readonly path: string; readonly before: string | null; readonly after: string }

/** The parts of an integration. A plan without packages and changes is for an application that has it already. */
export type Plan = {
  readonly packages: readonly string[]
  readonly changes: readonly FileChange[]
  /** Variables of the environment, for `.env.example`. */
  readonly variables: Readonly<Record<string, string>>
  /** The steps left to a person: changes that cannot be written safely, and values that only they know. */
  readonly steps: readonly string[]
}

/** A step that names the guides by their addresses at the service, where a developer has them. */
export function withAddresses(step: string, url: string): string {
  return step.replaceAll(/docs\/guides\/([\w/-]+)[.]md/g, `${url}/docs/guides/$1`)
}

/** The parts of an integration of an application that is several things, such as an Express server with Vite pages. */
export function joined(plans: readonly Plan[]): Plan {
  return {
    packages: [...new Set(plans.flatMap((it) => it.packages))],
    changes: plans.flatMap((it) => it.changes),
    variables: Object.assign({}, ...plans.map((it) => it.variables)),
    steps: plans.flatMap((it) => it.steps),
  }
}
