import { afterImports, afterStatement, newFile, styledLike } from './edits.ts'
import type { Plan } from './plan.ts'
import type { Project } from './project.ts'
import { EVENTS_PATH, receiverText, type ServerFramework, serverFrameworks } from './receivers.ts'

const source = /[.](?:js|mjs|cjs|ts|mts|cts)$/

/** A server: a client for its calls, and a receiver of events. Null if the one file that creates the server is not found. */
export function planServer(framework: ServerFramework, project: Project): Plan | null {
  const { created, use } = serverFrameworks[framework]
  const entries = filesOf(project).filter(({ text }) => text.split('\n').some((it) => created.test(it)))
  const [entry] = entries
  if (entry === undefined || entries.length > 1) return null
  const { path, text } = entry
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const extension = path.slice(path.lastIndexOf('.') + 1)
  const isModule = usesImports(project, path, text)
  const module = `./goodword${importExtension(project, text, extension, isModule)}`
  const app = text
    .split('\n')
    .map((it) => created.exec(it)?.[1])
    .find((it) => it !== undefined)
  const isDone = text.includes('goodwordEvents')
  const named = isModule
    ? `import { goodwordEvents } from '${module}';`
    : `const { goodwordEvents } = require('${module}');`
  const used = afterStatement(text, created, styledLike(text, use(app ?? framework)))
  const changed = isDone || used === null ? text : afterImports(used, styledLike(text, named))
  const receiver = receiverText(framework, extension.endsWith('ts'), isModule)
  return {
    packages: ['@goodword/client'],
    changes: [
      ...newFile(project, `${folder}goodword.${extension}`, styledLike(text, receiver)),
      ...(changed === text ? [] : [{ path, before: text, after: changed }]),
    ],
    variables: { GOODWORD_WEBHOOK_SECRET: '', GOODWORD_API_KEY: '' },
    steps: [
      startStep(project.manifest?.scripts ?? {}, path, /[.]m?ts$/.test(path) && !/ts$/.test(module)),
      `See events arrive: goodword listen --forward-to http://127.0.0.1:<port>${EVENTS_PATH}`,
      `Where customers sign up and pay, report it: goodword.upsertUser and goodword.syncAccount of ${folder}goodword.${extension} (docs/guides/reference/libraries.md#typescript).`,
    ],
  }
}

/** How to start the server: as a script of the project does, or by its file. */
function startStep(scripts: Readonly<Record<string, string>>, path: string, isCompiled: boolean): string {
  if (Object.values(scripts).some((it) => it.includes('fastify start')))
    return 'Start the server: npm run dev, which reads .env'
  const byFile = `${isCompiled ? 'tsx' : 'node'} ${path}`
  const command = [scripts.dev, scripts.start].find((it) => /^(?:node|tsx)\s/.test(it ?? '')) ?? byFile
  const started = command.replace(/^(?:node|tsx(?: watch)?)/, '$& --env-file=.env')
  return `Start the server with the variables of .env, such as: ${started.startsWith('tsx') ? 'npx ' : ''}${started}`
}

function filesOf(project: Project): readonly { readonly path: string; readonly text: string }[] {
  const paths = ['', 'src/', 'server/'].flatMap((folder) =>
    project
      .list(folder === '' ? '.' : folder)
      // The module that is written creates a router, which looks like a server in some frameworks.
      .filter((name) => source.test(name) && !/^goodword[.]|[.](?:test|spec|d)[.]/.test(name))
      .map((name) => folder + name),
  )
  return paths.flatMap((path) => {
    const text = project.read(path)
    return text === null ? [] : [{ path, text }]
  })
}

function usesImports(project: Project, path: string, text: string): boolean {
  if (/^import\s/m.test(text)) return true
  if (/\brequire\(/.test(text)) return false
  return /[.]m[jt]s$/.test(path) || project.manifest?.type === 'module'
}

/** The extension by which the file imports others beside it; for the first such import, what its runtime needs. */
function importExtension(project: Project, text: string, extension: string, isModule: boolean): string {
  const present = /(?:from|require\()\s*['"][.]{1,2}\/[^'"]*?([.][cm]?[jt]s)?['"]/.exec(text)
  if (present !== null) return present[1] ?? ''
  if (!isModule) return ''
  if (!extension.endsWith('ts')) return `.${extension}`
  const settings = project.read('tsconfig.json')
  return settings === null || settings.includes('allowImportingTsExtensions') ? `.${extension}` : '.js'
}
