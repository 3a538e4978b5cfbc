import { build } from 'esbuild'
import { parse } from 'yaml'

type Parser = typeof import('@actions/workflow-parser')

/** The parser of GitHub itself. Node does not load its modules as they are: they import JSON as bundlers do. */
const { parseWorkflow, NoOperationTraceWriter }: Parser = await bundled('@actions/workflow-parser')

async function bundled(name: string) {
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(name)}`, resolveDir: import.meta.dirname },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire('file:///')" },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'error',
  })
  const code = Buffer.concat(outputFiles.map((it) => it.contents)).toString('base64')
  return import(`data:text/javascript;base64,${code}`)
}

type Job = {
  readonly permissions?: unknown
  readonly 'timeout-minutes'?: unknown
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[]
}
type Workflow = { readonly permissions?: unknown; readonly jobs: Readonly<Record<string, Job>> }

/** The faults of a workflow of GitHub Actions: its form, its permissions, and actions that others may change. */
export function faultsOfWorkflow(name: string, text: string): readonly string[] {
  const { context } = parseWorkflow({ name, content: text }, new NoOperationTraceWriter())
  const errors = context.errors.getErrors().map((it) => it.message)
  if (errors.length > 0) return errors
  const { permissions, jobs }: Workflow = parse(text)
  return [
    ...(grantsWriting(permissions) ? ['the workflow as a whole may write'] : []),
    ...Object.entries(jobs).flatMap(([job, { steps = [], ...rest }]) => [
      ...(permissions === undefined && rest.permissions === undefined ? [`${job} has all permissions`] : []),
      ...(rest['timeout-minutes'] === undefined ? [`${job} has no time limit`] : []),
      ...steps.flatMap(({ uses, run = '' }) => [
        ...(uses !== undefined && !/^[\w./-]+@[0-9a-f]{40}$/.test(uses) ? [`${job} uses ${uses}`] : []),
        // Text written by others would become part of the command.
        ...(run.includes('${{') ? [`${job} has an expression in a command`] : []),
      ]),
    ]),
  ]
}

function grantsWriting(permissions: unknown): boolean {
  return JSON.stringify(permissions ?? {}).includes('write')
}
