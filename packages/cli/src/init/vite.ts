import { afterImports, newFile, styledLike } from './edits.ts'
import type { Plan } from './plan.ts'
import type { Project } from './project.ts'

/** Pages that Vite builds: the script on each. Null if their first module is not found. */
export function planVite(project: Project): Plan | null {
  const page = project.read('index.html')
  const [, path] = /<script\b[^>]*\bsrc=["']\/?([^"':]+[.](?:[jt]sx?|mjs))["']/.exec(page ?? '') ?? []
  const entry = path === undefined ? null : project.read(path)
  if (path === undefined || entry === null) return null
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : ''
  const extension = /[.]tsx?$/.test(path) ? 'ts' : 'js'
  const isDone = /['"][.]\/goodword(?:[.]\w+)?['"]/.test(entry)
  const hasExtensions = /from\s*['"][.]\/[^'"]+[.]tsx?['"]/.test(entry)
  const line = styledLike(
    entry,
    `import './goodword${hasExtensions || extension === 'js' ? `.${extension}` : ''}';`,
  )
  return {
    packages: ['@goodword/browser'],
    changes: [
      ...newFile(project, `${folder}goodword.${extension}`, styledLike(entry, moduleText)),
      ...(isDone ? [] : [{ path, before: entry, after: afterImports(entry, line) }]),
    ],
    variables: { VITE_GOODWORD_URL: '', VITE_GOODWORD_TENANT: '' },
    steps: [
      `When a person signs in, call init of @goodword/browser with user and token (docs/guides/frameworks.md#any-framework).`,
    ],
  }
}

const moduleText = `import { init } from '@goodword/browser';

/** Keeps the code of a share link. */
init({
  url: import.meta.env.VITE_GOODWORD_URL,
  tenantAlias: import.meta.env.VITE_GOODWORD_TENANT,
});
`
