import { afterImports, newFile, styledLike } from './edits.ts'
import type { FileChange, Plan } from './plan.ts'
import type { Project } from './project.ts'

const variables = { VITE_GOODWORD_URL: '', VITE_GOODWORD_TENANT: '' }

type Entry = { readonly path: string; readonly text: string; readonly folder: string }

/** Pages that Vite builds, without a framework that has a package of its own: the script on each. Null without a first module. */
export function planVite(project: Project): Plan | null {
  const entry = entryOf(project)
  if (entry === null) return null
  const { path, text, folder } = entry
  const extension = /[.]tsx?$/.test(path) ? 'ts' : 'js'
  const isDone = importsGoodword(text)
  const line = styledLike(text, `import '${moduleOf(text, extension)}';`)
  return {
    packages: ['@goodword/browser'],
    changes: [
      ...newFile(project, `${folder}goodword.${extension}`, styledLike(text, browserModule('VITE'))),
      ...(isDone ? [] : [{ path, before: text, after: afterImports(text, line) }]),
    ],
    variables,
    steps: [
      'When a person signs in, call init of @goodword/browser with user and token (docs/guides/reference/libraries.md#any-framework).',
    ],
  }
}

/** A React application of Vite: a component that calls the hook, beside the outermost one. Null without a first module. */
export function planViteReact(project: Project): Plan | null {
  const entry = entryOf(project)
  if (entry === null) return null
  const { path, text, folder } = entry
  const isTypeScript = /[.]tsx?$/.test(path)
  const extension = isTypeScript ? 'tsx' : 'jsx'
  const shown = importsGoodword(text) ? text : besideApp(text)
  const line = styledLike(text, `import { Goodword } from '${moduleOf(text, extension)}';`)
  return {
    packages: ['@goodword/browser', '@goodword/react'],
    changes: [
      ...newFile(project, `${folder}goodword.${extension}`, styledLike(text, reactModule(isTypeScript))),
      ...(shown === null || shown === text ? [] : [{ path, before: text, after: afterImports(shown, line) }]),
    ],
    variables,
    steps: [
      ...(shown === null
        ? [`Put <Goodword /> of ${folder}goodword.${extension} into your outermost component.`]
        : []),
      'Pass who is signed in to it: <Goodword user={{ accountId, userId }} token={…} /> (docs/guides/reference/libraries.md#react).',
    ],
  }
}

/** A Vue application of Vite: the composable in its outermost component. Null without a first module. */
export function planViteVue(project: Project): Plan | null {
  const entry = entryOf(project)
  if (entry === null) return null
  const { text, folder } = entry
  const path = `${folder}App.vue`
  const app = project.read(path)
  const isTypeScript = /<script[^>]*\blang=["']ts["']/.test(app ?? '') || /[.]ts$/.test(entry.path)
  const extension = isTypeScript ? 'ts' : 'js'
  const called = app === null ? null : inSetup(app)
  const change: readonly FileChange[] =
    called === null || called === app ? [] : [{ path, before: app, after: called }]
  return {
    packages: ['@goodword/browser', '@goodword/vue'],
    changes: [
      ...newFile(project, `${folder}goodword.${extension}`, styledLike(app ?? text, vueModule)),
      ...change,
    ],
    variables,
    steps: [
      ...(called === null
        ? [`Call startGoodword of ${folder}goodword.${extension} in the setup of your outermost component.`]
        : []),
      `Add user and token of who is signed in to ${folder}goodword.${extension} (docs/guides/reference/libraries.md#vue).`,
    ],
  }
}

function entryOf(project: Project): Entry | null {
  const page = project.read('index.html')
  const [, path] = /<script\b[^>]*\bsrc=["']\/?([^"':]+[.](?:[jt]sx?|mjs))["']/.exec(page ?? '') ?? []
  const text = path === undefined ? null : project.read(path)
  if (path === undefined || text === null) return null
  return { path, text, folder: path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '' }
}

function importsGoodword(text: string): boolean {
  return /['"][.]\/goodword(?:[.]\w+)?['"]/.test(text)
}

/** The name of the new module as the first one names others. */
function moduleOf(text: string, extension: string): string {
  const hasExtensions = /from\s*['"][.]\/[^'"]+[.](?:tsx?|jsx)['"]/.test(text)
  return hasExtensions || extension === 'js' ? `./goodword.${extension}` : './goodword'
}

/** The first module with the component before the application; null if that does not stand in it once. */
function besideApp(text: string): string | null {
  const found = [...text.matchAll(/<App\b[^<>]*\/>/g)]
  const [app] = found
  if (app === undefined || found.length > 1) return null
  const lineStart = text.lastIndexOf('\n', app.index) + 1
  const before = text.slice(lineStart, app.index)
  const isInside = /<(?:React[.])?StrictMode>\s*$/.test(text.slice(0, app.index))
  const [start, end] = [text.slice(0, app.index), text.slice(app.index + app[0].length)]
  if (isInside) return `${start}<Goodword />${before.trim() === '' ? `\n${before}` : ''}${app[0]}${end}`
  return `${start}<><Goodword />${app[0]}</>${end}`
}

/** The component with a call in its `<script setup>`; null without one. */
function inSetup(app: string): string | null {
  if (app.includes('startGoodword')) return app
  const opened = /<script\b[^>]*\bsetup\b[^>]*>\n/.exec(app)
  const end = opened === null ? -1 : app.indexOf('</script>', opened.index)
  if (opened === null || end === -1) return null
  const start = opened.index + opened[0].length
  const setup = app.slice(start, end)
  const imported = afterImports(setup, styledLike(setup, `import { startGoodword } from './goodword';`))
  const called = styledLike(setup, 'startGoodword();')
  return `${app.slice(0, start)}${imported}\n${called}\n${app.slice(end)}`
}

/** The module that starts the script in pages whose public variables begin with a prefix. */
export const browserModule = (prefix: 'VITE' | 'PUBLIC') => `import { init } from '@goodword/browser';

/** Keeps the code of a share link. */
init({
  url: import.meta.env.${prefix}_GOODWORD_URL,
  tenantAlias: import.meta.env.${prefix}_GOODWORD_TENANT,
});
`

const reactModule = (
  isTypeScript: boolean,
) => `import { ${isTypeScript ? 'type GoodwordOptions, ' : ''}useGoodword } from '@goodword/react';

/** Keeps the code of a share link, and identifies the user while there is one. */
export function Goodword({ user, token }${isTypeScript ? `: Pick<GoodwordOptions, 'user' | 'token'>` : ''}) {
  useGoodword({
    url: import.meta.env.VITE_GOODWORD_URL,
    tenantAlias: import.meta.env.VITE_GOODWORD_TENANT,
    user,
    token,
  });
  return null;
}
`

const vueModule = `import { useGoodword } from '@goodword/vue';

/** Keeps the code of a share link. Add who is signed in: \`user: { accountId, userId }\`, with a \`token\`. */
export function startGoodword() {
  useGoodword(() => ({
    url: import.meta.env.VITE_GOODWORD_URL,
    tenantAlias: import.meta.env.VITE_GOODWORD_TENANT,
  }));
}
`
