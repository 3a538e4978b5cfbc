import { deeper, newFile } from './edits.ts'
import type { Plan } from './plan.ts'
import type { Project } from './project.ts'
import { browserModule } from './vite.ts'

const heads = /([ \t]*)<\/head>/g

/** Pages of Astro: the script in the head of the layout. Null if there is not exactly one file with a head. */
export function planAstro(project: Project): Plan | null {
  const layouts = ['src/layouts', 'src/pages']
    .map((folder) => headsOf(project, folder))
    .find((it) => it.length > 0)
  const [layout] = layouts ?? []
  if (layout === undefined || (layouts ?? []).length > 1) return null
  const { path, text } = layout
  const extension = project.isTypeScript ? 'ts' : 'js'
  const line = `<script>import '../goodword';</script>`
  const after = text.replace(heads, (end, indentation: string) => `${deeper(indentation)}${line}\n${end}`)
  return {
    packages: ['@goodword/browser'],
    changes: [
      ...newFile(project, `src/goodword.${extension}`, browserModule('PUBLIC')),
      ...(text.includes("'../goodword'") ? [] : [{ path, before: text, after }]),
    ],
    variables: { PUBLIC_GOODWORD_URL: '', PUBLIC_GOODWORD_TENANT: '' },
    steps: [
      `When a person signs in, call init of @goodword/browser with user and token, in src/goodword.${extension} (docs/guides/reference/libraries.md#any-framework).`,
    ],
  }
}

function headsOf(
  project: Project,
  folder: string,
): readonly { readonly path: string; readonly text: string }[] {
  return project
    .list(folder)
    .filter((name) => name.endsWith('.astro'))
    .map((name) => ({ path: `${folder}/${name}`, text: project.read(`${folder}/${name}`) ?? '' }))
    .filter(({ text }) => [...text.matchAll(heads)].length === 1)
}
